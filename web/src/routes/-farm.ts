import type { QueryClient } from '@tanstack/react-query'
import { stripSearchParams } from '@tanstack/react-router'
import { bagsQuery, harvestsQuery, placesQuery } from '@/api'
import { WORK_DEFAULTS, workSearch } from './-search/admin'
import { bagsSearch } from './-search/bags'
import { FARM_DEFAULTS, farmSearch } from './-search/farm'
import { INVOICES_DEFAULTS, invoicesSearch } from './-search/invoices'
import { labelsSearch } from './-search/labels'
import { lotSearch } from './-search/lot'
import { NEW_FARM_RECALL_DEFAULTS, newFarmRecallSearch, RECALL_DEFAULTS, recallSearch } from './-search/recalls'
import { recordSearch } from './-search/record'
import { SALES_DEFAULTS, salesSearch } from './-search/sales'
import { taggingSearch } from './-search/tagging'
import { TAGS_DEFAULTS, tagsSearch } from './-search/tags'
import { uploadSearch } from './-search/upload'

/** The pages of a farm exist twice, for its own people and in the console; this is what their routes share. */
interface Entry {
  context: { queryClient: QueryClient; asked: Promise<void> }
  params: { farmId: string }
}

type Search = ReturnType<typeof farmSearch>
type Invoices = ReturnType<typeof invoicesSearch>
type Tags = ReturnType<typeof tagsSearch>

export const farmRoute = {
  validateSearch: farmSearch,
  search: { middlewares: [stripSearchParams<Search>(FARM_DEFAULTS)] },
  // Another tab or report waits a moment for its answers; a choice made within one does not.
  loaderDeps: ({ search: { tab, report } }: { search: Search }) => ({ tab, report }),
  loader: ({ context }: Entry) => context.asked,
}

export const bagsRoute = {
  validateSearch: bagsSearch,
  loader: ({ context, params }: Entry) => {
    void context.queryClient.prefetchInfiniteQuery(bagsQuery(params.farmId))
    return context.asked
  },
}

/** Like bag by bag: a growing area, a lot, and a day in the book. */
export const growthRoute = { validateSearch: bagsSearch }

export const salesRoute = {
  validateSearch: salesSearch,
  search: { middlewares: [stripSearchParams<ReturnType<typeof salesSearch>>(SALES_DEFAULTS)] },
}

/** A lot or a group, what is shown of it over time, and which of its entries is being put right. */
export const animalsRoute = { validateSearch: lotSearch }

export const recordRoute = {
  validateSearch: recordSearch,
  loader: ({ context, params }: Entry) => {
    void context.queryClient.prefetchQuery(placesQuery(params.farmId))
    return context.asked
  },
}

export const taggingRoute = {
  validateSearch: taggingSearch,
  loader: ({ context, params }: Entry) => {
    void context.queryClient.prefetchQuery(harvestsQuery(params.farmId))
    return context.asked
  },
}

/** Its page asks for the invoices: what asked for them here would be in the code of every page. */
export const invoicesRoute = {
  validateSearch: invoicesSearch,
  search: { middlewares: [stripSearchParams<Invoices>(INVOICES_DEFAULTS)] },
}

export const tagsRoute = {
  validateSearch: tagsSearch,
  search: { middlewares: [stripSearchParams<Tags>(TAGS_DEFAULTS)] },
}

export const labelsRoute = { validateSearch: labelsSearch }

/** The upload that is shown. */
export const uploadRoute = {
  validateSearch: uploadSearch,
  search: { middlewares: [stripSearchParams<ReturnType<typeof uploadSearch>>({ upload: '' })] },
  loader: ({ context }: Entry) => context.asked,
}

type Paged = ReturnType<typeof workSearch>
type RecallOne = ReturnType<typeof recallSearch>
type NewRecall = ReturnType<typeof newFarmRecallSearch>

/** A list that has pages and nothing to narrow it down. */
export const pagedRoute = {
  validateSearch: workSearch,
  search: { middlewares: [stripSearchParams<Paged>(WORK_DEFAULTS)] },
}

export const recallRoute = {
  validateSearch: recallSearch,
  search: { middlewares: [stripSearchParams<RecallOne>(RECALL_DEFAULTS)] },
}

export const newRecallRoute = {
  validateSearch: newFarmRecallSearch,
  search: { middlewares: [stripSearchParams<NewRecall>(NEW_FARM_RECALL_DEFAULTS)] },
}
