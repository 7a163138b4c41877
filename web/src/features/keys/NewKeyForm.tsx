import { useQueryClient } from '@tanstack/react-query'
import { type FarmKeyRight, keysQuery, limits, makeKey } from '@/api'
import { EditForm, useEditForm } from '@/forms'
import { Check } from '@/shared/ui/Check'
import { LimitedField } from '@/shared/ui/FormFields'
import { Notice } from '@/shared/ui/Notice'
import classes from './Keys.module.css'
import { RIGHTS } from './words'

interface Props {
  farmId: string
  /** Called with the token. */
  onMade: (token: string) => void
  onClose: () => void
}

type Values = { name: string } & Record<FarmKeyRight, boolean>

const EMPTY: Values = { name: '', reports: false, record: false, tags: false, prints: false }

export function NewKeyForm({ farmId, onMade, onClose }: Props) {
  const client = useQueryClient()
  const form = useEditForm({
    name: null,
    record: { values: EMPTY, version: 0 },
    problems: (values): Record<string, string> => ({
      ...(values.name.trim() ? {} : { name: 'Name the program that will use it.' }),
      ...(RIGHTS.some(({ right }) => values[right]) ? {} : { rights: 'Choose what the key may do.' }),
    }),
    send: (_, __, { values }) =>
      makeKey(
        farmId,
        values.name,
        RIGHTS.filter(({ right }) => values[right]).map(({ right }) => right),
      ),
    onAnswer: () => client.invalidateQueries({ queryKey: keysQuery(farmId).queryKey }),
    onSaved: (made) => made && onMade(made.token),
    onCancel: onClose,
  })
  const wrong = form.field('rights' as 'name').error
  return (
    <EditForm form={form} name="Make a key" save="Make the key" cancel sheet>
      <LimitedField
        {...form.field('name')}
        label="Program"
        hint="Which will use it, like 'Scale in the shed'."
        autoComplete="off"
        maxLength={limits.NewKeyInputBody.name}
      />
      <fieldset className={classes.rights}>
        <legend>What it may do</legend>
        {RIGHTS.map(({ right, label }) => (
          <Check key={right} type="checkbox" shape="line" label={label} {...form.check(right)} />
        ))}
      </fieldset>
      {wrong && <Notice kind="error">{wrong}</Notice>}
    </EditForm>
  )
}
