import type { RecallReach } from '@/api'
import { formatDay } from '@/shared/lib/days'
import { counted } from '@/shared/lib/numbers'
import { deedOf } from '@/shared/lib/tagEventWords'
import { quantityWords } from '@/shared/lib/units'
import { Card } from '@/shared/ui/Card'
import { FactTable } from '@/shared/ui/FactTable'
import classes from './Recalls.module.css'

type Firm = RecallReach['firms'][number]

/** So many rows are in sight at once; of more tags, each firm's are opened. */
const AT_ONCE = 30
const LOTS = 100

/** The lots that reached tags were harvested from. */
export function Lots({ firms }: { firms: Firm[] }) {
  const all = firms.flatMap(({ name, lots }) => lots.map((lot) => ({ ...lot, firm: name })))
  if (all.length === 0) return null
  return (
    <Card title="Lots that are reached">
      <FactTable
        columns={[
          { label: 'Lot', wide: true },
          { label: 'Growing area' },
          { label: 'Harvested' },
          { label: 'On these tags' },
          { label: 'Firm' },
        ]}
        rows={all.slice(0, LOTS).map(({ lotId, leaseId, name, area, date, animals, firm }) => ({
          key: `${lotId} ${leaseId} ${date}`,
          cells: [name, area, formatDay(date), quantityWords(animals, 'each'), firm],
        }))}
      />
      {all.length > LOTS && (
        <p>
          The first {LOTS} of {all.length} are listed.
        </p>
      )}
    </Card>
  )
}

/** The tags, firm by firm, each with the one that it was made of. */
export function Tags({ reach }: { reach: RecallReach }) {
  const listed = reach.firms.filter(({ nearest }) => nearest.length > 0)
  const few = reach.seen.tags <= AT_ONCE
  return (
    <Card title="Tags that are reached">
      {listed.map((firm) => (
        <details key={firm.farm} className={classes.tags} open={few}>
          <summary>
            {firm.name}: {counted(firm.tags, 'tag')}
          </summary>
          <FactTable
            columns={[{ label: 'Tag' }, { label: 'What was done' }, { label: 'Reached through' }]}
            rows={firm.nearest.map(({ tag, from, event }) => ({
              key: tag,
              cells: [
                <a key="tag" href={`/tag/${tag}`}>
                  {tag}
                </a>,
                deedOf(event),
                from ? (
                  <a key="from" href={`/tag/${from}`}>
                    {from}
                  </a>
                ) : (
                  'chosen directly'
                ),
              ],
            }))}
          />
          {firm.tags > firm.nearest.length && (
            <p>The first {firm.nearest.length} of them are listed; the recall’s spreadsheet has all.</p>
          )}
        </details>
      ))}
      {listed.length < reach.firms.length && (
        <p>Those of the first {counted(listed.length, 'firm')} are listed; the recall’s spreadsheet has all.</p>
      )}
    </Card>
  )
}
