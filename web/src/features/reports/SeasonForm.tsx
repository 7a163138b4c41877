import { useQueryClient } from '@tanstack/react-query'
import { limits, type Season, saveSeason, seasonChanges } from '@/api'
import { EditForm, type EditProps, useEditForm } from '@/forms'
import { decimal } from '@/shared/lib/entries'
import { viewByLabel } from '@/shared/lib/viewBy'
import { Field } from '@/shared/ui/Field'
import { SelectField } from '@/shared/ui/FormFields'

interface Props extends EditProps {
  farmId: string
  season: Season
}

const LEAST = limits.seasonRules.leastTenthsOfPercent / 10
const MOST = limits.seasonRules.mostTenthsOfPercent / 10

const MONTHS = Array.from({ length: 12 }, (_, month) => String(month + 1)).map((value) => ({
  value,
  label: viewByLabel('month', value),
}))

const valuesOf = ({ mark, month }: Season) => ({ mark: mark ? String(mark) : '', month: String(month) })

/** What was typed as a mark; undefined for none, null for what is no number. */
const markOf = (typed: string) => (typed.trim() === '' ? undefined : decimal(typed))

export default function SeasonForm({ farmId, season, onSaved, onCancel }: Props) {
  const cache = useQueryClient()
  const form = useEditForm({
    name: 'season',
    record: { values: valuesOf(season), version: 0 },
    problems: (typed) => {
      const mark = markOf(typed.mark)
      const bad = mark !== undefined && (mark === null || mark < LEAST || mark > MOST)
      return bad ? { mark: `From ${LEAST} to ${MOST}.` } : {}
    },
    send: (_, __, { mine }) => saveSeason(farmId, { month: Number(mine.month), mark: markOf(mine.mark) ?? null }),
    staying: ({ pathname }) => pathname,
    onAnswer: () => cache.invalidateQueries({ queryKey: seasonChanges(farmId) }),
    onSaved,
    onCancel,
  })
  return (
    <EditForm form={form} name="Mark and season" cancel beside takesFocus>
      <Field
        {...form.field('mark')}
        label="Mark, % a month"
        inputMode="decimal"
        autoComplete="off"
        hint="Losses above it are called too many. Leave it empty for none. For all who work on this farm."
      />
      <SelectField {...form.field('month')} label="Season begins in" choices={MONTHS} />
    </EditForm>
  )
}
