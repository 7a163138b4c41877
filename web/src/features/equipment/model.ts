import type { Equipment, ExportQuery, Farm } from '@/api'
import type { Cell } from '@/shared/lib/csv'

export type OnExplain = (type?: string) => void

/** What the report is given; the growing area lives in the URL with the other reports'. */
export interface EquipmentProps {
  farm: Farm
  search: { area: string }
  onChange: (part: { area: string }) => void
  onExport: (query: ExportQuery, regularly?: boolean) => void
  /** Opens the containers in use, all or those of a type, to the entries that make them. */
  onExplain: OnExplain
}

export interface Kind {
  type: string
  count: number
  /** Of all containers in use, 0 to 1. */
  share: number
}

/** The container types, the most used first; equal ones by name. */
export function kindsOf({ chartData, total }: Pick<Equipment, 'chartData' | 'total'>): Kind[] {
  return Object.entries(chartData)
    .map(([type, count]) => ({ type, count, share: total > 0 ? count / total : 0 }))
    .sort((a, b) => b.count - a.count || a.type.localeCompare(b.type))
}

export function cellsOf(kinds: readonly Kind[]): Cell[][] {
  return [['Container type', 'Count in use'], ...kinds.map(({ type, count }) => [type, count])]
}
