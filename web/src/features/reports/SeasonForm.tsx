import { useQueryClient } from '@tanstack/react-query'
import { farmSeason, limits, type Season, saveSeason, seasonChanges } from '@/api'
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

const LABELS = { mark: 'Mark, % a month', month: 'Season begins in' }

const MONTHS = Array.from({ length: 12 }, (_, month) => String(month + 1)).map((value) => ({
  value,
  label: viewByLabel('month', value),
}))

const TENTHS = 10
const MARKS = MOST * TENTHS + 1

/** What is stored is its own version: the month, and the mark in tenths. */
const storedOf = ({ mark, month }: Season) => ({
  values: { mark: mark ? String(mark) : '', month: String(month) },
  version: month * MARKS + Math.round((mark ?? 0) * TENTHS),
})

/** A draft that was kept before there were versions has seen nothing that is stored. */
const seasonOf = (version: number): Season => ({
  month: Math.max(Math.floor(version / MARKS), 1),
  mark: (version % MARKS) / TENTHS || null,
})

/** What was typed as a mark; undefined for none, null for what is no number. */
const markOf = (typed: string) => (typed.trim() === '' ? undefined : decimal(typed))

export default function SeasonForm({ farmId, season, onSaved, onCancel }: Props) {
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ queryKey: seasonChanges(farmId) })
  const form = useEditForm({
    name: 'season',
    record: storedOf(season),
    problems: (typed) => {
      const mark = markOf(typed.mark)
      const bad = mark !== undefined && (mark === null || mark < LEAST || mark > MOST)
      return bad ? { mark: `From ${LEAST} to ${MOST}.` } : {}
    },
    send: (_, seen, { mine }) =>
      saveSeason(farmId, { month: Number(mine.month), mark: markOf(mine.mark) ?? null }, seasonOf(seen)),
    reload: async () => {
      void refresh()
      return storedOf(await farmSeason(farmId))
    },
    staying: ({ pathname }) => pathname,
    onAnswer: refresh,
    onSaved,
    onCancel,
  })
  return (
    <EditForm
      form={form}
      name="Mark and season"
      what="season"
      labelOf={(key) => LABELS[key]}
      textOf={(key, value) => (key === 'month' ? viewByLabel(key, String(value)) : String(value))}
      cancel
      beside
      takesFocus
    >
      <Field
        {...form.field('mark')}
        label={LABELS.mark}
        inputMode="decimal"
        autoComplete="off"
        hint="Losses above it are called too many. Leave it empty for none. For all who work on this farm."
      />
      <SelectField {...form.field('month')} label={LABELS.month} choices={MONTHS} />
    </EditForm>
  )
}
