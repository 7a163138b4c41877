import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { createFarm, farmQuery } from '@/api'
import { EditForm, useEditForm } from '@/forms'
import { centsOf } from '@/shared/lib/money'
import { LimitedField } from '@/shared/ui/FormFields'
import { ListHead } from '@/shared/ui/List'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import { FEE_MAX, NO_DETAILS, type Priced, pricedProblems } from './details'
import { FarmFields } from './FarmFields'
import classes from './Form.module.css'

const NEW: Priced = { ...NO_DETAILS, setupFee: '' }

/** 'Add Farm Details' (AFARM-1): creates the farm and opens it. */
export function FarmSetup() {
  usePageTitle('Add Farm Details')
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useEditForm({
    name: 'setup',
    record: { values: NEW, version: 0 },
    problems: pricedProblems,
    send: (_, __, { values: { setupFee, ...farm }, key }) =>
      createFarm({ ...farm, setupFee: centsOf(setupFee) ?? 0 }, key),
    onAnswer: (farm) => {
      client.setQueryData(farmQuery(farm._id).queryKey, farm)
      return client.invalidateQueries({ queryKey: ['farms'] })
    },
    onSaved: (farm) => farm && navigate({ to: '/farms/$farmId', params: { farmId: farm._id } }),
  })

  return (
    <>
      <ListHead title="Add Farm Details" />
      <div className={classes.page}>
        <EditForm form={form} name="Add Farm Details" save="Create farm" cancel={<Link to="/farms">Cancel</Link>}>
          <FarmFields form={form}>
            <LimitedField
              {...form.field('setupFee')}
              label="Setup fee in dollars"
              inputMode="decimal"
              maxLength={FEE_MAX}
            />
          </FarmFields>
        </EditForm>
      </div>
    </>
  )
}
