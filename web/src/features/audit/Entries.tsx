import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { AuditEntry } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { counted } from '@/shared/lib/numbers'
import { ListResults } from '@/shared/ui/List'
import { ListTable, listCells } from '@/shared/ui/ListTable'
import { Cell, Row, RowHead } from '@/shared/ui/Table'
import classes from './Audit.module.css'
import { deedOf, detailOf, doerOf, pathOf, placeOf } from './words'

interface Props {
  rows: readonly AuditEntry[]
  /** Of the farm that they are about; UTC where they are about several things. */
  timeZone?: string
}

type Results = ComponentProps<typeof ListResults<AuditEntry>>

interface ListProps extends Pick<Props, 'timeZone'>, Pick<Results, 'list' | 'asked' | 'onPage' | 'empty'> {}

/** A page of entries, how many there are, and the way to the others. */
export function EntryList({ timeZone, ...results }: ListProps) {
  return (
    <ListResults nouns="entries" said={(total) => counted(total, 'entry', 'entries')} {...results}>
      {(rows) => <Entries rows={rows} timeZone={timeZone} />}
    </ListResults>
  )
}

/** Who did what, when and from where, as a table. */
export function Entries({ rows, timeZone }: Props) {
  return (
    <ListTable columns={['What was done', 'When', 'From where']}>
      {rows.map((entry) => (
        <EntryRow key={entry._id} entry={entry} timeZone={timeZone} />
      ))}
    </ListTable>
  )
}

function EntryRow({ entry, timeZone }: { entry: AuditEntry; timeZone?: string }) {
  const detail = detailOf(entry)
  const [before, after] = deedOf(entry)
  const path = pathOf(entry)
  return (
    <Row>
      <RowHead className={`${listCells.line} ${classes.deed}`}>
        <b>{doerOf(entry)}</b> {before}
        {after !== undefined && (
          <>
            {path ? <Link to={path}>{entry.subjectName}</Link> : <b>{entry.subjectName}</b>}
            {after}
          </>
        )}
        {detail && <span className={classes.detail}>{detail}</span>}
      </RowHead>
      <Cell className={`${listCells.muted} ${classes.when}`}>{formatInstant(entry.at, timeZone)}</Cell>
      <Cell className={`${listCells.muted} ${classes.when}`}>{placeOf(entry)}</Cell>
    </Row>
  )
}
