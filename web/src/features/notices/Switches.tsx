import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { errorMessage, type NewsSwitch, noticesOf, setSwitch, switchesQuery, useMay } from '@/api'
import { Card } from '@/shared/ui/Card'
import { Check } from '@/shared/ui/Check'
import { Notice as Message } from '@/shared/ui/Notice'
import classes from './Notices.module.css'
import { KINDS } from './words'

/** Where one is told of each kind: each box is saved at once. Who is not told of the farm has none. */
export function Switches({ farmId }: { farmId: string }) {
  const mine = useQuery(switchesQuery(farmId)).data
  if (!useMay('own') || !mine?.told) return null
  return (
    <div className={classes.told}>
      <Card title="What you are told">
        <div className={classes.switches}>
          {mine.switches.map((one) => (
            <Kind key={one.kind} farmId={farmId} stored={one} />
          ))}
        </div>
      </Card>
    </div>
  )
}

function Kind({ farmId, stored }: { farmId: string; stored: NewsSwitch }) {
  const label = useId()
  const cache = useQueryClient()
  const saving = useMutation({
    scope: { id: `notices ${farmId}` }, // one after the other, so that the last one counts
    mutationFn: (one: NewsSwitch) => setSwitch(farmId, one),
    onSuccess: (mine) => {
      cache.setQueryData(switchesQuery(farmId).queryKey, mine)
      return cache.invalidateQueries({ queryKey: noticesOf(farmId) })
    },
  })
  const shown = saving.isPending ? saving.variables : stored
  const box = (where: 'page' | 'mail', name: string) => (
    <Check
      type="checkbox"
      shape="line"
      label={name}
      checked={shown[where]}
      onChange={(event) => saving.mutate({ ...shown, [where]: event.currentTarget.checked })}
    />
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend is no cell of a grid.
    <div role="group" aria-labelledby={label} className={classes.kind}>
      <span id={label}>{KINDS[stored.kind]}</span>
      {stored.kind === 'week' ? <span /> : box('page', 'Page')}
      {box('mail', 'Mail')}
      {stored.kind === 'recall' && <span className={classes.always}>Recall notices always come by mail too.</span>}
      {saving.error && <Message kind="error">{errorMessage(saving.error)}</Message>}
    </div>
  )
}
