import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage, limits, type Season, saveSeason, seasonChanges } from '@/api'
import { decimal } from '@/shared/lib/entries'
import { percent } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { NumberField } from '@/shared/ui/NumberField'
import { PillSelect } from '@/shared/ui/PillSelect'
import classes from './SeasonForm.module.css'

interface Props {
  farmId: string
  season: Season
}

const LEAST = limits.seasonRules.leastTenthsOfPercent / 10
const MOST = limits.seasonRules.mostTenthsOfPercent / 10

const MONTHS = Array.from({ length: 12 }, (_, month) => ({
  value: String(month + 1),
  label: new Date(Date.UTC(2000, month)).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' }),
}))

/** By what the farm judges its figures: its mark of mortality and its season, and a way to change them. */
export default function SeasonForm({ farmId, season }: Props) {
  const cache = useQueryClient()
  const [typed, setTyped] = useState<{ mark: string; month: string } | null>(null)
  const save = useMutation({
    mutationFn: (next: Season) => saveSeason(farmId, next),
    onSuccess: () => {
      setTyped(null)
      return cache.invalidateQueries({ queryKey: seasonChanges(farmId) })
    },
  })
  if (typed === null) {
    const mark = season.mark ? `Mark: ${percent(season.mark)} a month.` : 'No mark is set.'
    return (
      <p className={`${classes.season} no-print`}>
        {mark} The season begins in {MONTHS[season.month - 1]?.label}.{' '}
        <Button
          variant="quiet"
          onClick={() => setTyped({ mark: season.mark ? String(season.mark) : '', month: String(season.month) })}
        >
          Change
        </Button>
      </p>
    )
  }
  const mark = typed.mark.trim() === '' ? undefined : decimal(typed.mark)
  const bad = mark !== undefined && (mark === null || mark < LEAST || mark > MOST)
  return (
    <form
      noValidate
      className={classes.season}
      onSubmit={(event) => {
        event.preventDefault()
        if (!bad) save.mutate({ month: Number(typed.month), mark: mark ?? null })
      }}
    >
      <NumberField
        label="Mark, % a month"
        name="mark"
        keys="decimal"
        value={typed.mark}
        onChange={(next) => setTyped({ ...typed, mark: next })}
        error={bad ? `From ${LEAST} to ${MOST}.` : save.error ? errorMessage(save.error) : undefined}
        hint="Losses above it are called too many. Leave it empty for none. For all who work on this farm."
      />
      <PillSelect
        label="Season begins in"
        value={typed.month}
        choices={MONTHS}
        onChange={(month) => setTyped({ ...typed, month })}
      />
      <Button type="submit" loading={save.isPending}>
        Save
      </Button>
      <Button variant="plain" onClick={() => setTyped(null)}>
        Cancel
      </Button>
    </form>
  )
}
