import { useQueryClient } from '@tanstack/react-query'
import { type Counting, countingQuery, type Missing, saveCounting } from '@/api'
import { EditForm, type EditProps, useEditForm } from '@/forms'
import { MISSING_CHOICES } from '@/shared/lib/notFound'
import { SelectField } from '@/shared/ui/FormFields'

interface Props extends EditProps {
  farmId: string
  counting: Counting
}

const LABEL = "Animals that a count doesn't find"

const values = MISSING_CHOICES.map(({ value }) => value)

/** What is stored is its own version. */
const storedOf = ({ missing }: Counting) => ({ values: { missing }, version: values.indexOf(missing) })

const labelOf = (missing: unknown) => MISSING_CHOICES.find(({ value }) => value === missing)?.label ?? String(missing)

export default function CountingForm({ farmId, counting, onSaved, onCancel }: Props) {
  const cache = useQueryClient()
  const { queryKey, queryFn } = countingQuery(farmId)
  const form = useEditForm<{ missing: Missing }, Counting>({
    name: 'counting',
    record: storedOf(counting),
    send: (_, seen, { mine }) => saveCounting(farmId, mine, { missing: values[seen] ?? 'missing' }),
    reload: async () => storedOf(await cache.fetchQuery({ queryKey, queryFn, staleTime: 0 })),
    staying: ({ pathname }) => pathname,
    onAnswer: (now) => cache.setQueryData(queryKey, now),
    onSaved,
    onCancel,
  })
  return (
    <EditForm
      form={form}
      name="Counts"
      what="setting"
      labelOf={() => LABEL}
      textOf={(_, value) => labelOf(value)}
      cancel
      beside
      takesFocus
    >
      <SelectField
        {...form.field('missing')}
        label={LABEL}
        choices={MISSING_CHOICES}
        hint="For everyone on this farm. A count or an upload can say otherwise."
      />
    </EditForm>
  )
}
