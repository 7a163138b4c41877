import { describe, expect, test } from 'vitest'
import { errorMessage } from '@/shared/lib/spoken'
import { ApiError, apiError, fieldErrors, helpText } from './errors'

describe('API-3 the text of a validation message', () => {
  test.each([
    ['child "username" fails because [This username is taken.]', 'This username is taken.'],
    ['child "name" fails because [child "first" fails because [First name is required.]]', 'First name is required.'],
    ['because [a] and because [b]', 'b'],
    ['No such farm.', null],
  ])('%s', (message, text) => {
    expect(helpText(message)).toBe(text)
  })

  test('trying again is no use where the question itself is refused', () => {
    for (const [status, final] of [
      [400, true],
      [403, true],
      [404, true],
      [422, true],
      [401, false],
      [409, false],
      [429, false],
      [500, false],
      [503, false],
      [0, false],
    ] as const)
      expect(new ApiError(status, '').final).toBe(final)
  })

  test('the last key is flagged', () => {
    const message = 'child "name" fails because [child "first" fails because [First name is required.]]'
    expect(fieldErrors({ message, validation: { keys: ['name', 'name.first'] } })).toEqual({
      'name.first': 'First name is required.',
    })
  })

  test("the server's own list is preferred", () => {
    const fields = { username: 'is taken', email: 'is no address' }
    expect(fieldErrors({ message: 'x because [y]', validation: { keys: ['username'], fields } })).toEqual(fields)
  })

  test('without keys nothing is flagged', () => {
    expect(fieldErrors({ message: 'Denied.' })).toEqual({})
  })
})

describe('every failure becomes a sentence', () => {
  const answer = (status: number, body: string) => apiError(new Response(body, { status }))

  test('the message of the server', async () => {
    const error = await answer(404, JSON.stringify({ statusCode: 404, error: 'Not Found', message: 'No such farm.' }))
    expect(error).toMatchObject({ status: 404, message: 'No such farm.', fieldErrors: {} })
  })

  test("a proxy's page", async () => {
    expect((await answer(502, '<html>Bad Gateway</html>')).message).toBe(
      'The server is not ready. Try again in a moment.',
    )
    expect((await answer(418, '')).message).toBe('Something went wrong on the server. Try again.')
  })

  test('an unknown error does not show its insides', () => {
    expect(errorMessage(new TypeError('x is undefined'))).toBe('Something went wrong on this page. Try again.')
    expect(errorMessage(new ApiError(400, 'Too long.'))).toBe('Too long.')
  })
})
