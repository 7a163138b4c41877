import type { Paged } from '@/shared/lib/paging'
import type { RangeKey } from '@/shared/lib/ranges'
import type { FieldSearch } from '../model'

/** The figures of a farm, in the order of the columns. */
export const FIGURES = ['animals', 'harvest', 'mortality', 'intervalMortality', 'size'] as const

export type FigureKey = (typeof FIGURES)[number]
export type SortedBy = 'name' | FigureKey
export type FiguresSort = SortedBy | `-${SortedBy}`

/** What a list of farms side by side is sorted by; a minus is descending. */
export const SORTED_BY: readonly FiguresSort[] = (['name', ...FIGURES] as const).flatMap(
  (key) => [key, `-${key}`] as const,
)

/** What the page shows; lives in the URL. */
export type AcrossSearch = Paged &
  FieldSearch & {
    name: string
    sort: FiguresSort
    dates: RangeKey
    from?: string
    to?: string
    /** The figures as they were known at the end of this day; all that is known now where it is not set. */
    known?: string
    /** Beside each figure, that of the same days a year before. */
    before?: 'year'
    /** The farms whose growing areas are shown. */
    open?: string[]
  }

export const ACROSS_DEFAULTS = {
  name: '',
  sort: 'name',
  dates: '90',
  limit: 20,
  page: 1,
} as const satisfies AcrossSearch
