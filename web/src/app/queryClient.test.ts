import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from './queryClient'

test.each([
  ['shown', true],
  ['asked for ahead of its page', false],
])('what changed while its first answer was on its way is asked for again: %s', async (_, shown) => {
  const client = createQueryClient()
  const answers: ((value: string) => void)[] = []
  const query = {
    queryKey: ['list'],
    queryFn: () => new Promise<string>((answer) => answers.push(answer)),
  }
  const leave = shown ? new QueryObserver(client, query).subscribe(() => undefined) : () => undefined
  if (!shown) void client.prefetchQuery(query)
  const done = client.invalidateQueries({ queryKey: ['list'] })
  answers[0]?.('before')
  await expect.poll(() => client.getQueryState(['list'])?.data).toBe('before')
  if (shown) {
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.('after')
  }
  await done
  expect(client.getQueryState(['list'])).toMatchObject(shown ? { data: 'after' } : { isInvalidated: true })
  leave()
})
