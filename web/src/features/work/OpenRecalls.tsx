import { Link } from '@tanstack/react-router'
import { type RecallInForce, recallsQuery, useAnswers } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { counted } from '@/shared/lib/numbers'
import type { Paged } from '@/shared/lib/paging'
import { EmptyState } from '@/shared/ui/EmptyState'
import { ListHead, ListResults } from '@/shared/ui/List'
import { ListTable, listCells } from '@/shared/ui/ListTable'
import { Cell, Row, RowHead } from '@/shared/ui/Table'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import classes from './Work.module.css'

interface Props {
  params: Paged
  onChange: (part: Partial<Paged>, entry?: HistoryEntry) => void
}

/** The recalls in force, the newest first, with the farms that they reach. */
export function OpenRecalls({ params, onChange }: Props) {
  usePageTitle('Open recalls')
  const list = useAnswers(recallsQuery(params))
  return (
    <>
      <ListHead title="Open recalls" />
      <ListResults
        nouns="recalls"
        list={list}
        limit={params.limit}
        said={(total) => counted(total, 'recall')}
        onPage={(page, entry) => onChange({ page }, entry)}
        empty={
          <EmptyState drawing="water" title="No recall is open.">
            <p>A recall in force is listed here with every farm that it reaches.</p>
          </EmptyState>
        }
      >
        {(rows: RecallInForce[]) => (
          <ListTable columns={['Recalled by', 'Since', 'Reaches', 'Farms']}>
            {rows.map((recall) => (
              <RecallRow key={recall._id} recall={recall} />
            ))}
          </ListTable>
        )}
      </ListResults>
    </>
  )
}

function RecallRow({ recall }: { recall: RecallInForce }) {
  return (
    <Row>
      <RowHead className={listCells.line}>
        <b>{recall.party}</b>
        {recall.reason && <span className={classes.more}>{recall.reason}</span>}
      </RowHead>
      <Cell>
        <span className={classes.label}>Since</span> {formatInstant(recall.date)}
      </Cell>
      <Cell>
        <span className={classes.label}>Reaches</span> {counted(recall.tags, 'tag')}
      </Cell>
      <Cell>
        <ul className={classes.farms}>
          {recall.farms.map(({ farm, name, tags, tag }) => (
            <li key={farm}>
              {name ? (
                <Link to="/farms/$farmId" params={{ farmId: farm }}>
                  {name}
                </Link>
              ) : (
                'A farm that was deleted'
              )}{' '}
              <a href={`/tag/${tag}`} className={classes.tag}>
                {tags === 1 ? 'its tag' : `one of its ${tags} tags`}
              </a>
            </li>
          ))}
        </ul>
      </Cell>
    </Row>
  )
}
