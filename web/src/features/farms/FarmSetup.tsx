import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { createFarm, farmQuery, useFailure, useOnce } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Field, LimitedField, SelectField } from '@/shared/ui/Field'
import { Notice } from '@/shared/ui/Notice'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import { ActivityPicker } from './ActivityPicker'
import { type Activity, activitiesFor, type FarmType } from './activities'
import classes from './FarmSetup.module.css'
import { COUNTRIES, statesOf } from './places'

const NAME_MAX = 40

const BLANK = { value: '', label: '' }
const TYPES = [BLANK, { value: 'farm', label: 'Farm' }, { value: 'distributor', label: 'Distributor' }]

const EMPTY = {
  name: '',
  companyName: '',
  owner: '',
  email: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  country: '',
  type: '' as FarmType,
  activities: [] as Activity[],
}

const required = (message: string) => (value: string) => (value ? null : message)
const choicesOf = (values: readonly string[]) => [BLANK, ...values.map((value) => ({ value, label: value }))]

/** Makes the farm and opens it. */
function useCreateFarm() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const create = useOnce(createFarm)
  return useMutation({
    mutationFn: create,
    onSuccess: async (farm) => {
      queryClient.setQueryData(farmQuery(farm._id).queryKey, farm)
      await queryClient.invalidateQueries({ queryKey: ['farms'] })
      await navigate({ to: '/farms/$farmId', params: { farmId: farm._id } })
    },
  })
}

/** 'Add Farm Details' (AFARM-1). */
export function FarmSetup() {
  usePageTitle('Add Farm Details')
  const create = useCreateFarm()
  const { ref, message, fields } = useFailure(create.error)
  const form = useForm({
    initialValues: EMPTY,
    validate: { country: required('Country is required'), state: required('State is required') },
  })
  const { values } = form
  const input = (name: keyof typeof EMPTY) => {
    const { onChange, value, error } = form.getInputProps(name)
    return { name, value, onChange, error: error ?? fields[name] }
  }

  return (
    <>
      <h1 className={classes.title}>Add Farm Details</h1>
      <form
        ref={ref}
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(
          (farm) => create.mutate(farm),
          (errors) => ref.current?.querySelector<HTMLElement>(`[name=${Object.keys(errors)[0]}]`)?.focus(),
        )}
      >
        {message && (
          <div className={classes.message}>
            <Notice kind="error">{message}</Notice>
          </div>
        )}
        <fieldset disabled={create.isPending} className={classes.fields}>
          <LimitedField label="Name" maxLength={NAME_MAX} {...input('name')} />
          <Field label="Company name" {...input('companyName')} />
          <Field label="Owner" {...input('owner')} />
          <Field label="Email" type="email" {...input('email')} />
          <Field label="Address 1" {...input('address1')} />
          <Field label="Address 2" {...input('address2')} />
          <Field label="City" {...input('city')} />
          <Field label="Zip Code" {...input('zip')} />
          <SelectField
            label="Country"
            choices={choicesOf(COUNTRIES)}
            {...input('country')}
            onChange={(event) => form.setValues({ country: event.currentTarget.value, state: '' })}
          />
          <SelectField
            label="State"
            choices={choicesOf(statesOf(values.country))}
            hint={values.country ? undefined : 'Choose the country first.'}
            {...input('state')}
          />
          <SelectField
            label="Type"
            choices={TYPES}
            {...input('type')}
            onChange={(event) => {
              const type = event.currentTarget.value as FarmType
              form.setValues({ type, activities: activitiesFor(type) })
            }}
          />
          <ActivityPicker
            type={values.type}
            chosen={values.activities}
            onChange={(activities) => form.setFieldValue('activities', activities)}
            error={fields.activities}
          />
        </fieldset>
        <div className={classes.buttons}>
          <Button type="submit" loading={create.isPending}>
            Create farm
          </Button>
          <Link to="/farms">Cancel</Link>
        </div>
      </form>
    </>
  )
}
