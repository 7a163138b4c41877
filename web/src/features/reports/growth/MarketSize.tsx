import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage, limits, marketSizeChanges, saveMarketSize } from '@/api'
import { decimal } from '@/shared/lib/entries'
import { Button } from '@/shared/ui/Button'
import { NumberField } from '@/shared/ui/NumberField'
import classes from './Growth.module.css'
import { inches } from './words'

interface Props {
  farmId: string
  market: number
}

const LEAST = limits.marketRules.leastTenthsOfMm / 10
const MOST = limits.marketRules.mostTenthsOfMm / 10

/** The length from which the farm sells, and a way to change it. */
export function MarketSize({ farmId, market }: Props) {
  const cache = useQueryClient()
  const [typed, setTyped] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: (size: number) => saveMarketSize(farmId, size),
    onSuccess: () => {
      setTyped(null)
      return cache.invalidateQueries({ queryKey: marketSizeChanges(farmId) })
    },
  })
  if (typed === null) {
    return (
      <p className={classes.market}>
        Market size: {market} mm ({inches(market)} in).{' '}
        <Button variant="quiet" onClick={() => setTyped(String(market))}>
          Change
        </Button>
      </p>
    )
  }
  const size = decimal(typed)
  const bad = size === null || size < LEAST || size > MOST
  return (
    <form
      noValidate
      className={classes.market}
      onSubmit={(event) => {
        event.preventDefault()
        if (!bad) save.mutate(size)
      }}
    >
      <NumberField
        label="Market size in mm"
        name="marketMm"
        keys="decimal"
        value={typed}
        onChange={setTyped}
        error={bad ? `From ${LEAST} to ${MOST} mm.` : save.error ? errorMessage(save.error) : undefined}
        hint="For all who work on this farm."
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
