import { IconMapPin, IconNotes, IconPackage } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Held, Lease } from '@/api'
import { formatDay, isDay } from '@/shared/lib/days'
import { type FarmSection, LOT_PATH } from '@/shared/lib/farmPaths'
import { groupWords, lotName, lotWords, plantedWords } from '@/shared/lib/lots'
import { counted, exact } from '@/shared/lib/numbers'
import { Choices } from '@/shared/ui/Choices'
import icon from '@/shared/ui/IconButton.module.css'
import { Notice } from '@/shared/ui/Notice'
import { Searched } from '@/shared/ui/Searched'
import { Step } from '@/shared/ui/Step'
import classes from '@/shared/ui/Step.module.css'
import { asksForLot, openPlaces } from './activities'
import { type Draft, placeKey } from './draft'
import type { ActivityName } from './names'
import type { Problems } from './problems'

interface Props {
  section: FarmSection
  farmId: string
  activity: ActivityName
  draft: Draft
  leases: readonly Lease[]
  places: readonly Held[]
  onArea: (leaseId: string) => void
  onPlace: (place: Held) => void
  problems: Problems
}

/** The growing area, then one of its lots, each with the number on hand. */
export function Where({ section, farmId, activity, draft, leases, places, onArea, onPlace, problems }: Props) {
  const open = openPlaces(activity, places)
  const withLot = asksForLot(activity)
  const offered = withLot ? leases.filter(({ leaseId }) => open.some((place) => place.leaseId === leaseId)) : leases
  const lots = open.filter(({ leaseId }) => leaseId === draft.leaseId)
  if (offered.length === 0) {
    return (
      <div className={classes.open}>
        <Notice kind="info">
          {isDay(draft.date)
            ? `Nothing lived here on ${formatDay(draft.date)}. Choose another day, or record a planting first.`
            : 'Choose the day first.'}
        </Notice>
      </div>
    )
  }
  const detail = (leaseId: string) => `${exact(onHandIn(leaseId, places))} on hand`
  const chosen = offered.find(({ leaseId }) => leaseId === draft.leaseId)
  return (
    <>
      <Step
        legend="Growing area"
        made={chosen ? { icon: IconMapPin, label: chosen.name, detail: detail(chosen.leaseId) } : null}
        others={offered.length > 1}
        refused={Boolean(problems.leaseId)}
      >
        {(choosing) => (
          <Choices
            {...choosing}
            legend="Growing area"
            name="area"
            shape="tiles"
            value={draft.leaseId}
            choices={offered.map(({ leaseId, name }) => ({ value: leaseId, label: name, detail: detail(leaseId) }))}
            onChange={onArea}
            error={problems.leaseId}
          />
        )}
      </Step>
      {withLot && chosen && (
        <LotChoice
          key={`${activity} ${draft.leaseId}`}
          section={section}
          farmId={farmId}
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

interface LotProps extends Pick<Props, 'section' | 'farmId'> {
  lots: readonly Held[]
  value: string
  onPlace: (place: Held) => void
  error?: string
}

function LotChoice({ section, farmId, lots, value, onPlace, error }: LotProps) {
  const chosen = lots.find((lot) => placeKey(lot) === value)
  return (
    <Step
      legend="Lot"
      made={chosen ? madeOf(chosen, lots) : null}
      others={lots.length > 1}
      refused={Boolean(error)}
      tall
      beside={
        chosen && (
          <Link
            to={LOT_PATH[section]}
            params={{ farmId, lotId: chosen.lotId }}
            aria-label="Journal of this lot"
            className={icon.icon}
          >
            <IconNotes size={20} aria-hidden />
          </Link>
        )
      }
    >
      {(choosing) => (
        <Searched all={lots} textOf={textOf} label="Find a lot">
          {(shown) => (
            <Choices
              {...choosing}
              legend="Lot"
              name="lot"
              shape="rows"
              value={value}
              choices={shown.map(choiceOf)}
              onChange={(key) => {
                const place = lots.find((lot) => placeKey(lot) === key)
                if (place) onPlace(place)
              }}
              error={error}
            />
          )}
        </Searched>
      )}
    </Step>
  )
}

/** A chosen lot: its numbers, which are read whole, and where another has its name what tells it apart. */
function madeOf(lot: Held, lots: readonly Held[]) {
  const label = lotName(lot)
  const numbers =
    lot.containers > 0
      ? `${exact(lot.onHand)} in ${counted(lot.containers, 'container')}`
      : `${exact(lot.onHand)} on hand`
  const others = lots.filter((other) => other !== lot && lotWords(other.lot) && lotName(other) === label)
  if (others.length === 0) return { icon: IconPackage, label, detail: numbers }
  const planted = plantedWords(lot.group)
  const told = planted && others.every(({ group }) => plantedWords(group) !== planted) ? planted : groupWords(lot.group)
  return { icon: IconPackage, label, detail: `${numbers} · ${told}` }
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
