import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { lazy } from '@/shared/ui/lazy'
import { server } from './server'

/** A part whose code does not come while the line is dead. */
function part(health: () => Response) {
  server.use(http.get('http://localhost:3000/healthz', health))
  const line = { dead: true }
  const load = vi.fn(async () => {
    if (line.dead) throw new TypeError('Failed to fetch dynamically imported module: /assets/Part.js')
    return { default: () => <p>The part</p> }
  })
  const Part = lazy(load)
  render(
    <>
      <p>The rest</p>
      <Suspense fallback="Loading">
        <Part />
      </Suspense>
    </>,
  )
  return { line, load }
}

test('code that does not come is asked for again in its place; offline is called offline', async () => {
  const { line, load } = part(() => HttpResponse.error())
  expect((await screen.findByRole('alert')).textContent).toContain('You are offline, or the server is out of reach.')
  expect(screen.getByText('The rest')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
  line.dead = false
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText('The part')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a line that is back in the moment the notice appears is not missed', async () => {
  const { line } = part(() => HttpResponse.error())
  const appears = new MutationObserver(() => {
    if (!screen.queryByRole('alert')) return
    appears.disconnect()
    line.dead = false
    window.dispatchEvent(new Event('online'))
  })
  appears.observe(document.body, { childList: true, subtree: true })
  expect(await screen.findByText('The part')).toBeTruthy()
})

test('code that is gone although the server answers is a newer version, loaded when it is asked for', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  part(() => new HttpResponse('ok'))
  await userEvent.click(await screen.findByRole('button', { name: 'Load the new version' }))
  expect(reload).toHaveBeenCalledTimes(1)
  expect(screen.getByText('The rest')).toBeTruthy()
})

test('code that was asked for ahead is shown at once', async () => {
  const Part = lazy(async () => ({ default: () => <p>The part</p> }))
  await Part.ahead()
  render(
    <Suspense fallback="Loading">
      <Part />
    </Suspense>,
  )
  expect(document.body.textContent).toBe('The part')
})
