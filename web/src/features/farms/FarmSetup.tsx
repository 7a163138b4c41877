import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { createFarm, farmQuery, useFailure, useKeeping, useKept, useOnce } from '@/api'
import { Button } from '@/shared/ui/Button'
import { LimitedField } from '@/shared/ui/Field'
import { KeptNotice } from '@/shared/ui/KeptNotice'
import { LeaveQuestion } from '@/shared/ui/LeaveQuestion'
import { Notice } from '@/shared/ui/Notice'
import { useLeaveGuard } from '@/shared/ui/useLeaveGuard'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import { centsOf, NO_DETAILS, type Problems, problemsOf } from './details'
import { FarmFields } from './FarmFields'
import classes from './Form.module.css'
import { useFormState } from './useFormState'

const FEE_MAX = 12

/** The name under which the form is kept. */
const KEPT = 'setup'

const NEW = { ...NO_DETAILS, setupFee: '' }

function problemsOfNew(farm: typeof NEW): Problems {
  const fee = centsOf(farm.setupFee)
  return {
    ...problemsOf(farm),
    ...(fee === null ? { setupFee: 'A setup fee is an amount in dollars, like 450 or 450.50' } : {}),
  }
}

/** Makes the farm and opens it. */
function useCreateFarm(onCreated: () => void) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const create = useOnce(createFarm)
  return useMutation({
    mutationFn: create,
    onSuccess: async (farm) => {
      onCreated()
      queryClient.setQueryData(farmQuery(farm._id).queryKey, farm)
      await queryClient.invalidateQueries({ queryKey: ['farms'] })
      await navigate({ to: '/farms/$farmId', params: { farmId: farm._id } })
    },
  })
}

/** 'Add Farm Details' (AFARM-1). */
export function FarmSetup() {
  usePageTitle('Add Farm Details')
  const kept = useKept<typeof NEW>(KEPT)
  const form = useFormState(kept ?? NEW)
  const dirty = form.touched || kept !== null
  useKeeping(KEPT, dirty ? form.values : null)
  const guard = useLeaveGuard({ dirty })
  const create = useCreateFarm(guard.release)
  const { ref, message, fields } = useFailure(create.error)
  const submit = form.submit(ref, problemsOfNew, ({ setupFee, ...farm }) =>
    create.mutate({ ...farm, setupFee: centsOf(setupFee) ?? 0 }),
  )
  const errors = { ...fields, ...form.wrong }

  return (
    <>
      <h1 className={classes.title}>Add Farm Details</h1>
      <form ref={ref} className={classes.page} noValidate onSubmit={submit}>
        {kept && (
          <div className={classes.message}>
            <KeptNotice />
          </div>
        )}
        {message && (
          <div className={classes.message}>
            <Notice kind="error">{message}</Notice>
          </div>
        )}
        <FarmFields values={form.values} errors={errors} disabled={create.isPending} onChange={form.change}>
          <LimitedField
            label="Setup fee in dollars"
            name="setupFee"
            inputMode="decimal"
            maxLength={FEE_MAX}
            value={form.values.setupFee}
            error={errors.setupFee}
            onChange={(event) => form.change({ setupFee: event.currentTarget.value })}
          />
        </FarmFields>
        <div className={classes.buttons}>
          <Button type="submit" loading={create.isPending}>
            Create farm
          </Button>
          <Link to="/farms">Cancel</Link>
        </div>
      </form>
      <LeaveQuestion guard={guard}>What you typed of this farm is not saved and would be lost.</LeaveQuestion>
    </>
  )
}
