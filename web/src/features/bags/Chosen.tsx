import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMay } from '@/api'
import { addDays, formatDay } from '@/shared/lib/days'
import { type FarmSection, LOT_PATH, RECORD_PATH } from '@/shared/lib/farmPaths'
import { counted, exact } from '@/shared/lib/numbers'
import { Button, buttonClass } from '@/shared/ui/Button'
import classes from './Bags.module.css'
import type { Found } from './runs'
import { type Show, useShown } from './show'
import { lineWords, lotWords, sizeWords } from './words'

interface Props {
  show: Show
  section: FarmSection
  farmId: string
  chosen: Found | null
  /** The address names a run, which may not exist on this day. */
  named: boolean
  onClose: () => void
}

const ACTIVITIES = [
  { activity: 'harvest', label: 'Harvest' },
  { activity: 'move', label: 'Move' },
  { activity: 'count', label: 'Count' },
] as const

/** What was chosen, in words, and what can be recorded about it: the form opens with its growing area and lot. */
export function Chosen({ show, section, farmId, chosen, named, onClose }: Props) {
  const day = useShown(show, ({ settled }) => addDays(show.book.first, settled.day))
  return (
    <div role="status" className={classes.chosen} data-empty={!named}>
      {!chosen && named && <p>No bag of the chosen lot hangs here on {formatDay(day)}.</p>}
      {chosen && <Words show={show} section={section} farmId={farmId} chosen={chosen} />}
      {chosen && (
        <div className={classes.actions}>
          <Actions show={show} section={section} farmId={farmId} chosen={chosen} />
        </div>
      )}
      {named && (
        <Button
          variant="plain"
          aria-label="Clear the selection"
          icon={<IconX size={18} aria-hidden />}
          onClick={onClose}
        />
      )}
    </div>
  )
}

interface ChosenProps extends Omit<Props, 'named' | 'onClose'> {
  chosen: Found
}

function Words({ show: { book, settled }, section, farmId, chosen }: ChosenProps) {
  const { area, lineName, run } = chosen
  const place = book.places[run.place]
  const lines = settled.scenes[area]?.lines ?? []
  const all = lines.flatMap(({ runs }) => runs).filter((one) => one.place === run.place)
  const sum = (of: (one: typeof run) => number) => all.reduce((total, one) => total + of(one), 0)
  const bags = sum((one) => one.bags)
  const some = bags === run.bags ? counted(bags, 'bag') : `${exact(run.bags)} of ${counted(bags, 'bag')}`
  return (
    <div>
      <p className={classes.chosenTitle}>
        {some} of {sizeWords(book, run.place)} chosen
      </p>
      <p className={classes.chosenWords}>
        {[book.areas[area]?.name, lineWords(lineName)].filter(Boolean).join(', ')}
        {place && (
          <>
            ,{' '}
            <Link to={LOT_PATH[section]} params={{ farmId, lotId: place.lot.lotId }}>
              {lotWords(place.lot) || 'a lot without a label'}
            </Link>
          </>
        )}
        :{' '}
        {counted(
          sum((one) => one.animals),
          'animal',
        )}{' '}
        alive in {bags === run.bags ? 'them' : `all ${exact(bags)}`}
      </p>
    </div>
  )
}

function Actions({ show, section, farmId, chosen }: ChosenProps) {
  const { book } = show
  const keeps = useMay('record')
  const area = book.areas[chosen.area]
  const lot = book.places[chosen.run.place]?.lot.lotId
  if (area?.endedOn || !keeps) return null
  if (show.latest(chosen.run.place) === 0) return <p className="quiet">Nothing is left of this lot here.</p>
  return ACTIVITIES.map(({ activity, label }) => (
    <Link
      key={activity}
      to={RECORD_PATH[section]}
      params={{ farmId }}
      search={{ activity, area: area?.leaseId, lot }}
      className={buttonClass({ variant: 'plain' })}
    >
      {label}
    </Link>
  ))
}
