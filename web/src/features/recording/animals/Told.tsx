import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Story } from '@/api'
import { formatMonth } from '@/shared/lib/days'
import { type FarmSection, LOT_PATH } from '@/shared/lib/farmPaths'
import { lotName, lotWords } from '@/shared/lib/lots'
import { exact } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { FactTable } from '@/shared/ui/FactTable'
import edges from '@/shared/ui/Sideways.module.css'
import classes from './Animals.module.css'

interface At {
  section: FarmSection
  farmId: string
}

/** All that ever happened to them, which adds up to what is alive. */
export function Became({ flow, living }: Pick<Story, 'flow' | 'living'>) {
  const rows: [string, number][] = [
    ['Planted', flow.planted],
    ['Moved in', flow.movedIn],
    ['Moved out', -flow.movedOut],
    ['Corrected by counts', flow.counted],
    ['Harvested', -flow.harvested],
    ['Lost', -flow.lost],
  ]
  const told = rows.filter(([, animals]) => animals !== 0)
  return (
    <Card title="What became of them">
      <FactTable
        columns={[{ label: 'What' }, { label: 'Animals', figures: true }]}
        rows={[...told, ['Living', living] as const].map(([name, animals]) => ({
          key: name,
          cells: [name, name === 'Living' ? <b key="living">{exact(animals)}</b> : signed(animals)],
        }))}
      />
    </Card>
  )
}

const signed = (animals: number) => (animals > 0 ? `+${exact(animals)}` : `−${exact(-animals)}`)

export function Places({ story }: { story: Story }) {
  if (story.places.length === 0) return null
  const rows = story.places.map((place) => ({
    key: `${place.leaseId} ${place.lotId}`,
    cells: [
      story.lotId ? place.area : `${place.area}, ${lotName(place)}`,
      exact(place.onHand),
      exact(place.containers),
    ],
  }))
  const columns = [{ label: 'Place' }, { label: 'Living', figures: true }, { label: 'Containers', figures: true }]
  return (
    <Card title="Where they are">
      <FactTable columns={columns} rows={rows} />
    </Card>
  )
}

export function Routes({ title, routes, section, farmId }: At & { title: string; routes: Story['from'] }) {
  if (routes.length === 0) return null
  const rows = routes.map(({ lotId, leaseId, area, lot, animals }) => ({
    key: `${lotId} ${leaseId}`,
    cells: [
      <Link key="lot" to={LOT_PATH[section]} params={{ farmId, lotId }}>
        {lotWords(lot) || 'A lot without a label'}
      </Link>,
      area,
      exact(animals),
    ],
  }))
  return (
    <Card title={title}>
      <FactTable
        columns={[{ label: 'Lot' }, { label: 'Growing area' }, { label: 'Animals', figures: true }]}
        rows={rows}
      />
    </Card>
  )
}

export function Lots({ story, section, farmId }: At & { story: Story }) {
  const rows = story.lots.map(({ lotId, lot, living }) => {
    const name = lotWords(lot) || 'A lot without a label'
    return {
      key: lotId,
      cells: [
        lotId === story.lotId ? (
          <b key="lot">{name} (this lot)</b>
        ) : (
          <Link key="lot" to={LOT_PATH[section]} params={{ farmId, lotId }}>
            {name}
          </Link>
        ),
        exact(living),
      ],
    }
  })
  return (
    <Card title="Lots of this planting">
      <FactTable columns={[{ label: 'Lot' }, { label: 'Living', figures: true }]} rows={rows} />
    </Card>
  )
}

const MONTHS = [
  { label: 'Month', whole: true },
  { label: 'Came', figures: true },
  { label: 'Went', figures: true },
  { label: 'Harvested', figures: true },
  { label: 'Lost', figures: true },
  { label: 'Living', figures: true },
  { label: 'Mean size', figures: true },
  { label: 'Where', wide: true },
]

const sizeOf = (mm: number | null) => (mm === null ? '' : `${exact(Math.round(10 * mm) / 10)} mm`)

const FIRST_MONTHS = 6

/** Size, losses and places over time, the latest months first; the journal stands below, so not all of them at once. */
export function Months({ months }: Pick<Story, 'months'>) {
  const [all, setAll] = useState(false)
  const rows = (all ? months : months.slice(0, FIRST_MONTHS)).map(({ from, flow, living, meanMm, areas }) => ({
    key: from,
    cells: [
      formatMonth(from),
      exact(flow.planted + flow.movedIn + Math.max(0, flow.counted)),
      exact(flow.movedOut + Math.max(0, -flow.counted)),
      exact(flow.harvested),
      exact(flow.lost),
      exact(living),
      sizeOf(meanMm),
      areas.map(({ area }) => area).join(', ') || 'Nowhere',
    ],
  }))
  return (
    <Card title="Month by month">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
      <section className={`${edges.sideways} ${classes.scroll}`} tabIndex={0} aria-label="What happened month by month">
        <FactTable columns={MONTHS} rows={rows} />
      </section>
      {rows.length < months.length && (
        <Button variant="plain" wide onClick={() => setAll(true)}>
          Show all {exact(months.length)} months
        </Button>
      )}
      <p className={classes.note}>
        Living, and where, is at the end of the month. What a count found beyond the book came, what it found missing
        went. No size stands where none was measured.
      </p>
    </Card>
  )
}
