import { Link, useRouter } from '@tanstack/react-router'
import { type AskingFarm, askingQuery, useAnswers } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { counted } from '@/shared/lib/numbers'
import type { Paged } from '@/shared/lib/paging'
import { EmptyState } from '@/shared/ui/EmptyState'
import { ListHead, ListResults } from '@/shared/ui/List'
import { ListTable, listCells, OpeningRow } from '@/shared/ui/ListTable'
import { Cell, RowHead } from '@/shared/ui/Table'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import classes from './Work.module.css'

interface Props {
  params: Paged
  onChange: (part: Partial<Paged>, entry?: HistoryEntry) => void
}

/** The farms that ask for tagging and have no answer, those that asked first at the head. */
export function AskingFarms({ params, onChange }: Props) {
  usePageTitle('Farms asking for tagging')
  const list = useAnswers(askingQuery(params))
  return (
    <>
      <ListHead title="Farms asking for tagging" />
      <p className={classes.note}>
        Call the farm. Setting up its Paper & Printers answers the request; so does marking it as answered there.
      </p>
      <ListResults
        nouns="farms"
        list={list}
        asked={params}
        said={(total) => counted(total, 'farm')}
        onPage={(page, entry) => onChange({ page }, entry)}
        empty={
          <EmptyState drawing="water" title="No farm is asking.">
            <p>A farm without tagging that asks for it is listed here until somebody has answered.</p>
          </EmptyState>
        }
      >
        {(rows: AskingFarm[]) => (
          <ListTable columns={['Farm', 'Asked by', 'Asked', 'Phone of the farm']}>
            {rows.map((one) => (
              <AskingRow key={one.farm} asking={one} />
            ))}
          </ListTable>
        )}
      </ListResults>
    </>
  )
}

function AskingRow({ asking: { farm, farmName, by, email, phone, date } }: { asking: AskingFarm }) {
  const page = { to: '/farms/$farmId', params: { farmId: farm }, search: { tab: 'tagging' } } as const
  return (
    <OpeningRow href={useRouter().buildLocation(page).href}>
      <RowHead className={listCells.name}>
        <Link {...page}>{farmName || farm}</Link>
      </RowHead>
      <Cell>
        {by}
        <span className={classes.more}>{email}</span>
      </Cell>
      <Cell data-label="Asked">{formatInstant(date)}</Cell>
      <Cell data-label="Phone of the farm">{phone || 'none'}</Cell>
    </OpeningRow>
  )
}
