import { useState } from 'react'
import type { Held, Lease } from '@/api'
import { counted, exact } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { Notice } from '@/shared/ui/Notice'
import { Searched } from '@/shared/ui/Searched'
import { type ActivityName, asksForLot, openPlaces } from './activities'
import { Choices } from './Choices'
import { type Draft, placeKey } from './draft'
import type { Problems } from './problems'
import classes from './Record.module.css'
import { groupWords, lotName, lotWords } from './words'

interface Props {
  activity: ActivityName
  draft: Draft
  leases: readonly Lease[]
  places: readonly Held[]
  onArea: (leaseId: string) => void
  onPlace: (place: Held) => void
  problems: Problems
}

/** The growing area, then the lot from what is there, each with the number on hand. */
export function Where({ activity, draft, leases, places, onArea, onPlace, problems }: Props) {
  const open = openPlaces(activity, places)
  const withLot = asksForLot(activity)
  const offered = withLot ? leases.filter(({ leaseId }) => open.some((place) => place.leaseId === leaseId)) : leases
  const lots = open.filter(({ leaseId }) => leaseId === draft.leaseId)
  if (offered.length === 0) return <Notice kind="info">Nothing is alive here. Plant first, or choose Count.</Notice>
  return (
    <>
      <Choices
        legend="Growing area"
        name="area"
        shape="tiles"
        value={draft.leaseId}
        choices={offered.map(({ leaseId, name }) => ({
          value: leaseId,
          label: name,
          detail: `${exact(onHandIn(leaseId, places))} on hand`,
        }))}
        onChange={onArea}
        error={problems.leaseId}
      />
      {withLot && draft.leaseId && (
        <LotChoice
          key={`${activity} ${draft.leaseId}`}
          lots={lots}
          value={draft.place}
          onPlace={onPlace}
          error={problems.lot}
        />
      )}
    </>
  )
}

function onHandIn(leaseId: string, places: readonly Held[]): number {
  return places.reduce((sum, place) => sum + (place.leaseId === leaseId ? place.onHand : 0), 0)
}

interface LotProps {
  lots: readonly Held[]
  value: string
  onPlace: (place: Held) => void
  error?: string
}

/** All lots while none is chosen; then the chosen one, with the way back to the others. */
function LotChoice({ lots, value, onPlace, error }: LotProps) {
  const [all, setAll] = useState(false)
  const chosen = lots.find((lot) => placeKey(lot) === value)
  const folded = chosen && !all && lots.length > 1
  const choose = (key: string) => {
    const place = lots.find((lot) => placeKey(lot) === key)
    setAll(false)
    if (place) onPlace(place)
  }
  return (
    <div className={classes.lots}>
      <Searched all={folded ? [chosen] : lots} textOf={textOf} label="Find a lot">
        {(shown) => (
          <Choices
            legend="Lot"
            name="lot"
            shape="rows"
            value={value}
            choices={shown.map(choiceOf)}
            onChange={choose}
            error={error}
          />
        )}
      </Searched>
      {folded && (
        <Button variant="plain" onClick={() => setAll(true)}>
          Another of the {counted(lots.length, 'lot')} here
        </Button>
      )}
    </div>
  )
}

function choiceOf(lot: Held) {
  const animals = lotWords(lot.lot) ? groupWords(lot.group) : ''
  const containers = lot.containers > 0 ? counted(lot.containers, 'container') : ''
  return {
    value: placeKey(lot),
    label: lotName(lot),
    detail: [animals, containers].filter(Boolean).join(' · '),
    figure: exact(lot.onHand),
  }
}

function textOf(lot: Held): string {
  return `${lotName(lot)} ${groupWords(lot.group)}`
}
