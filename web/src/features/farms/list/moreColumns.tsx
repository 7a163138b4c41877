import type { ReactNode } from 'react'
import type { FarmRow } from '@/api'
import { listCells } from '@/shared/ui/ListTable'
import { Cell } from '@/shared/ui/Table'
import { COLUMNS_KEY, type MoreOfFarms } from './FarmList'
import classes from './FarmTools.module.css'

const TAGGING = { true: 'Active', false: 'Not active', pending: 'Setup not paid' }

/** An address may go on in another line behind any of its parts. */
const parted = (email: string): ReactNode[] => email.split(/(?<=[@.])/).flatMap((part) => [part, <wbr key={part} />])

const TEXT = {
  Owner: ({ owner }: FarmRow) => owner,
  Email: ({ email }: FarmRow) => parted(email),
  Phone: ({ phone }: FarmRow) => phone,
  Tagging: ({ taggingActive }: FarmRow) => TAGGING[`${taggingActive}`],
  Certificates: ({ certificates }: FarmRow) => certificates.join(', '),
}

export type MoreColumn = keyof typeof TEXT

/** What a list of farms may have besides the columns that it always has. */
export const MORE_COLUMNS = Object.keys(TEXT) as MoreColumn[]

export function keptColumns(): MoreColumn[] {
  const kept = localStorage.getItem(COLUMNS_KEY)?.split(',') ?? []
  return MORE_COLUMNS.filter((column) => kept.includes(column))
}

export function keepColumns(columns: MoreColumn[]): void {
  localStorage.setItem(COLUMNS_KEY, columns.join(','))
}

/** The columns and their cells. */
export function moreOf(columns: MoreColumn[]): MoreOfFarms {
  const cells = (farm: FarmRow) =>
    columns.map((column) => (
      <Cell key={column} className={`${listCells.line} ${listCells.muted} ${classes[column.toLowerCase()]}`}>
        {TEXT[column](farm)}
      </Cell>
    ))
  return { columns, cells }
}
