import { queryOptions } from '@tanstack/react-query'
import type { Paged } from '@/shared/lib/paging'
import type { paths } from '../../openapi/schema'
import { api, dataOf } from './client'

type Asked = NonNullable<paths['/api/farms/figures']['get']['parameters']['query']>

/** What is asked about many farms: their days, which of them and of their lots, and in what order. */
export type FiguresParams = Paged & Omit<Asked, keyof Paged>

/** While farms are being counted, the next answer has more of them. */
const COUNTING = 300

/** The farms that this person may see, side by side. */
export function figuresQuery(params: FiguresParams) {
  return queryOptions({
    queryKey: ['farms', 'figures', params],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/figures', { params: { query: params }, signal })),
    refetchInterval: ({ state: { data } }) => (data && data.counted < data.items.total ? COUNTING : false),
  })
}

/** The values that the lots of any of these farms really have, by view-by field. */
export function figuresFiltersQuery() {
  return queryOptions({
    queryKey: ['farms', 'figures', 'filters'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/farms/figures/filters', { signal })),
    select: (answer) => answer.filters,
  })
}

const MOST = 100

/** The same of all farms, page by page. */
export async function allFigures(params: Omit<FiguresParams, keyof Paged>) {
  const all = []
  for (let page = 1, more = true; more; page++) {
    const query = { ...params, limit: MOST, page } as const
    const { data, pages } = await dataOf(api.GET('/api/farms/figures', { params: { query } }))
    all.push(...data)
    more = pages.hasNext
  }
  return all
}
