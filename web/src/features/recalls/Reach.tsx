import type { RecallReach } from '@/api'
import { counted } from '@/shared/lib/numbers'
import { deedOf } from '@/shared/lib/tagEventWords'
import { quantityWords } from '@/shared/lib/units'
import { Card } from '@/shared/ui/Card'
import { FactTable } from '@/shared/ui/FactTable'
import { Lots, Tags } from './ReachedTags'
import classes from './Recalls.module.css'

/** What is reached, firm by firm, with the way there, and whom it was shipped to. */
export function Reach({ reach }: { reach: RecallReach }) {
  return (
    <>
      <Card title="Firms">
        <FactTable
          columns={[
            { label: 'Firm' },
            { label: 'Tags', figures: true },
            { label: 'Quantity' },
            { label: 'Still there' },
            { label: 'Reached through' },
          ]}
          rows={reach.firms.map(({ farm, name, gone, tags, quantities, path }) => ({
            key: farm,
            cells: [
              gone ? `${name} (deleted)` : name,
              tags,
              quantities.map(({ unit, quantity }) => quantityWords(quantity, unit)).join(', '),
              quantities.map(({ unit, left }) => quantityWords(left, unit)).join(', '),
              <ol key="path" className={classes.path}>
                {path.map(({ tag, firm, event }) => (
                  <li key={tag}>
                    <a href={`/tag/${tag}`}>{tag}</a> {firm}
                    {event && `, ${deedOf(event).toLowerCase()}`}
                  </li>
                ))}
              </ol>,
            ],
          }))}
        />
      </Card>
      <Lots firms={reach.firms} />
      <Tags reach={reach} />
      <Card title="Consignees">
        {reach.consignees.length === 0 ? (
          <p>Nothing of it was shipped.</p>
        ) : (
          <FactTable
            columns={[{ label: 'Consignee' }, { label: 'Shipped by' }, { label: 'Quantity' }, { label: 'Contact' }]}
            rows={reach.consignees.map(({ name, firm, email, phone, tags, quantities }) => ({
              key: `${firm} ${name} ${email}`,
              cells: [
                name,
                firm,
                `${quantities.map(({ unit, quantity }) => quantityWords(quantity, unit)).join(', ')} on ${counted(tags, 'tag')}`,
                email || (phone ? `a call: ${phone}` : 'a call'),
              ],
            }))}
          />
        )}
        {reach.seen.consignees > reach.consignees.length && (
          <p>The first {reach.consignees.length} of them are listed.</p>
        )}
      </Card>
    </>
  )
}
