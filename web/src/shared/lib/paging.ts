/** A page of a list as the API sends it. */
export interface Listed<R> {
  data: R[]
  pages: { current: number; total: number; hasPrev: boolean; hasNext: boolean }
  items: { begin: number; end: number; total: number }
}

export type Sort = '_id' | '-_id' | 'name' | '-name'
export type Limit = 5 | 10 | 20 | 50 | 100

/** Which page of a list is asked for. */
export interface Paged {
  limit: Limit
  page: number
}

export interface Sorted {
  sort: Sort
}

export const SORTS: readonly { value: Sort; label: string }[] = [
  { value: '_id', label: 'Id ascending' },
  { value: '-_id', label: 'Id descending' },
  { value: 'name', label: 'Name ascending' },
  { value: '-name', label: 'Name descending' },
]
export const LIMITS: readonly Limit[] = [5, 10, 20, 50, 100]

export const PAGING_DEFAULTS = { sort: '_id', limit: 20, page: 1 } as const

/** The longest search that the server takes. */
export const SEARCH_MOST = 200
