import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from './queryClient'

const queryKey = ['list']

/** A query that is answered by hand, each time that it is asked. */
function asked() {
  const client = createQueryClient()
  const answers: ((value: string) => void)[] = []
  const query = { queryKey, queryFn: () => new Promise<string>((answer) => answers.push(answer)) }
  return { client, answers, query, state: () => client.getQueryState(queryKey) }
}

test('what changed while its first answer was on its way is asked for again', async () => {
  const { client, answers, query, state } = asked()
  const leave = new QueryObserver(client, query).subscribe(() => undefined)
  const done = client.invalidateQueries({ queryKey })
  answers[0]?.('before')
  await expect.poll(() => answers.length).toBe(2)
  expect(state()?.data).toBe('before')
  answers[1]?.('after')
  await done
  expect(state()?.data).toBe('after')
  leave()
})

test('and by its page, if it was asked for ahead of that', async () => {
  const { client, answers, query, state } = asked()
  void client.prefetchQuery(query)
  const done = client.invalidateQueries({ queryKey })
  answers[0]?.('before')
  await done
  expect(state()).toMatchObject({ data: 'before', isInvalidated: true })
})
