import { type QueryClient, useQueries } from '@tanstack/react-query'
import { type OwnTag, tagsQuery } from '@/api'
import type { Failure } from '@/shared/ui/Failure'
import type { Tags } from './draft'

/** How many tags are offered to choose from. */
export const OFFERED = { page: 1, limit: 10 } as const

const queryOf = (farmId: string, id: string) => tagsQuery(farmId, { ...OFFERED, search: id })

type Answer = { data: readonly OwnTag[] } | undefined

const tagsIn = (answers: readonly Answer[], ids: readonly string[]): Tags =>
  new Map(answers.flatMap((one) => one?.data ?? []).flatMap((tag) => (ids.includes(tag._id) ? [[tag._id, tag]] : [])))

/** The chosen tags as far as they are read by now: for a form's rules, which are asked between two pictures of it. */
export const chosenIn = (client: QueryClient, farmId: string, ids: readonly string[]): Tags =>
  tagsIn(
    ids.map((id) => client.getQueryData(queryOf(farmId, id).queryKey)),
    ids,
  )

/** A question that failed, as a part of the page shows it. */
export type Unread = Parameters<typeof Failure>[0]['query']

interface Chosen {
  tags: Tags
  /** Some are not read yet. */
  pending: boolean
  /** One that could not be read. */
  failed: Unread | undefined
}

/** Reads the chosen tags. */
export function useChosen(farmId: string, ids: readonly string[]): Chosen {
  return useQueries({
    queries: ids.map((id) => queryOf(farmId, id)),
    combine: (answers) => ({
      tags: tagsIn(
        answers.map(({ data }) => data),
        ids,
      ),
      pending: answers.some(({ isPending }) => isPending),
      failed: answers.find(({ isError, data }) => isError && !data),
    }),
  })
}
