import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import type { FarmPage } from '@/api'
import { page, row } from './data'
import { focused, renderApp } from './render'
import { failure, later, on, server, signedIn } from './server'

const asked = (calls: { url: URL }[]) => Object.fromEntries(calls.at(-1)?.url.searchParams ?? [])

describe('LIST-2 LIST-3 LIST-4 what is shown', () => {
  test('LIST-2 a row', async () => {
    signedIn('manager')
    on.farms(page([row({ companyName: 'Stony Point LLC', paperDiscount: true })]))
    const app = renderApp('/manage')
    const line = (await screen.findByText('Salish Sea Test Beds')).closest('tr') as HTMLElement
    expect(within(line).getByRole('rowheader').textContent).toBe('Salish Sea Test Beds (Stony Point LLC)')
    expect(within(line).getByText('farm')).toBeTruthy()
    expect(within(line).getByText('Paper discount')).toBeTruthy()
    expect(within(line).getByText('Courtenay, British Columbia, Canada')).toBeTruthy()
    const link = within(line).getByRole('link', { name: /^View Details/ })
    expect(link.getAttribute('href')).toBe('/manage/farm-1')
    await app.user.click(within(line).getByText('Courtenay, British Columbia, Canada'))
    await waitFor(() => expect(app.address()).toBe('/manage/farm-1'))
  })

  test('LIST-2 no discount, no tick', async () => {
    signedIn('manager')
    renderApp('/manage')
    const line = (await screen.findByText('Salish Sea Test Beds')).closest('tr') as HTMLElement
    expect(within(line).queryByText('Paper discount')).toBeNull()
  })

  test('LIST-3 the pager', async () => {
    signedIn('manager')
    on.farms((request) => page([row()], 43, Number(new URL(request.url).searchParams.get('page') ?? 1)))
    const app = renderApp('/manage?page=2')
    expect(await screen.findByText('Page 2 of 3')).toBeTruthy()
    expect(screen.getByText('Rows 21 - 21 of 43')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Next' }))
    expect(app.address()).toBe('/manage?page=3')
    await screen.findByText('Page 3 of 3')
    await app.user.click(screen.getByRole('button', { name: 'Prev' }))
    expect(app.address()).toBe('/manage?page=2')
  })

  test('LIST-3 each press turns a page, though none has come yet', async () => {
    signedIn('manager')
    on.farms(page([row()], 83, 1))
    const app = renderApp('/manage')
    await screen.findByText('Page 1 of 5')
    on.farms(() => new Promise(() => {}))
    const [prev, next] = ['Prev', 'Next'].map((name) => screen.getByRole('button', { name }))
    for (const button of [next, next, next, prev]) await app.user.click(button as HTMLElement)
    expect(app.address()).toBe('/manage?page=3')
    await app.user.dblClick(next as HTMLElement)
    expect(app.address()).toBe('/manage?page=5')
    expect((next as HTMLButtonElement).disabled).toBe(true)
    expect(screen.getByText('Page 1 of 5')).toBeTruthy()
  })

  test('LIST-3 no way beyond the ends', async () => {
    signedIn('manager')
    renderApp('/manage')
    await screen.findByText('Page 1 of 1')
    for (const name of ['Prev', 'Next']) {
      expect((screen.getByRole('button', { name }) as HTMLButtonElement).disabled).toBe(true)
    }
  })

  test('LIST-4 Create New only outside /manage', async () => {
    signedIn('admin')
    renderApp('/farms')
    expect((await screen.findByRole('link', { name: 'Create New' })).getAttribute('href')).toBe('/farms/setup')
  })

  test('LIST-4 not for a manager', async () => {
    signedIn('manager')
    renderApp('/manage')
    await screen.findByText('Salish Sea Test Beds')
    expect(screen.queryByRole('link', { name: 'Create New' })).toBeNull()
  })
})

describe('LIST-1 LIST-5 the URL is the state', () => {
  test('LIST-1 the defaults are asked for and not written', async () => {
    signedIn('manager')
    const calls = on.farms(page([row()]))
    const app = renderApp('/manage')
    await screen.findByText('Salish Sea Test Beds')
    expect(asked(calls)).toMatchObject({ sort: '_id', limit: '20', page: '1' })
    expect(app.address()).toBe('/manage')
  })

  test('LIST-5 a link opens as it was', async () => {
    signedIn('manager')
    const calls = on.farms(page([row()], 43, 2, 5))
    renderApp('/manage?name=sea&sort=-name&limit=5&page=2')
    await screen.findByText('Salish Sea Test Beds')
    expect(asked(calls)).toEqual({ name: 'sea', sort: '-name', limit: '5', page: '2' })
    expect((screen.getByLabelText('Sort') as HTMLSelectElement).value).toBe('-name')
    expect((screen.getByLabelText('Limit') as HTMLSelectElement).value).toBe('5')
    expect((screen.getByLabelText('Search by name') as HTMLInputElement).value).toBe('sea')
  })

  test('LIST-5 bad values fall back', async () => {
    signedIn('manager')
    const calls = on.farms(page([row()]))
    renderApp('/manage?sort=drop&limit=7&page=-1')
    await screen.findByText('Salish Sea Test Beds')
    expect(asked(calls)).toMatchObject({ sort: '_id', limit: '20', page: '1' })
  })

  test('LIST-5 sort and limit start at page 1, and Back undoes them', async () => {
    signedIn('manager')
    on.farms(page([row()], 43, 1))
    const app = renderApp('/manage?page=2')
    await screen.findByText('Salish Sea Test Beds')
    const limits = [...screen.getByLabelText<HTMLSelectElement>('Limit').options].map(({ textContent }) => textContent)
    expect(limits).toEqual(['5', '10', '20', '50', '100'])
    await app.user.selectOptions(screen.getByLabelText('Sort'), 'Name ascending')
    expect(app.address()).toBe('/manage?sort=name')
    await app.user.selectOptions(screen.getByLabelText('Limit'), '50')
    expect(app.address()).toBe('/manage?sort=name&limit=50')
    app.history.back()
    await waitFor(() => expect((screen.getByLabelText('Limit') as HTMLSelectElement).value).toBe('20'))
    app.history.back()
    await waitFor(() => expect((screen.getByLabelText('Sort') as HTMLSelectElement).value).toBe('_id'))
    expect(app.address()).toBe('/manage?page=2')
  })

  test('LIST-5 Back undoes a search as a whole, and then the choice before it', async () => {
    signedIn('manager')
    const calls = on.farms(page([row()], 43, 1))
    const app = renderApp('/manage')
    const field = await screen.findByLabelText('Search by name')
    await screen.findByText('Salish Sea Test Beds')
    await app.user.selectOptions(screen.getByLabelText('Sort'), 'Name descending')
    await app.user.type(field, 'sal')
    await waitFor(() => expect(app.address()).toContain('name=sal'))
    await app.user.type(field, 'ish')
    await waitFor(() => expect(app.address()).toContain('name=salish'))
    await waitFor(() => expect(asked(calls)).toMatchObject({ name: 'salish', sort: '-name' }))
    expect((field as HTMLInputElement).value).toBe('salish')
    app.history.back()
    await waitFor(() => expect(app.address()).toBe('/manage?sort=-name'))
    await waitFor(() => expect((field as HTMLInputElement).value).toBe(''))
    // Another search from here is another thing done, and is left by a press elsewhere, at once.
    await app.user.type(field, 'bay')
    await app.user.selectOptions(screen.getByLabelText('Limit'), '50')
    expect(app.address()).toBe('/manage?sort=-name&name=bay&limit=50')
    app.history.back()
    await waitFor(() => expect(app.address()).toBe('/manage?sort=-name&name=bay'))
    app.history.back()
    await waitFor(() => expect(app.address()).toBe('/manage?sort=-name'))
    app.history.back()
    await waitFor(() => expect(app.address()).toBe('/manage'))
  })
})

describe('LIST-1 the search', () => {
  const field = async () => (await screen.findByLabelText('Search by name')) as HTMLInputElement

  test('LIST-1 can be cleared, and keeps the focus', async () => {
    signedIn('manager')
    const app = renderApp('/manage?name=sea')
    const search = await field()
    await app.user.click(await screen.findByRole('button', { name: 'Clear the search' }))
    expect(search.value).toBe('')
    await focused(search)
    await waitFor(() => expect(app.address()).toBe('/manage'))
    expect(screen.queryByRole('button', { name: 'Clear the search' })).toBeNull()
  })

  test('LIST-1 begins on the first page', async () => {
    signedIn('manager')
    const calls = on.farms(page([row()], 43, 3, 5))
    const app = renderApp('/manage?limit=5&page=3')
    await app.user.type(await field(), 'bay')
    await waitFor(() => expect(app.address()).toBe('/manage?limit=5&name=bay'))
    await waitFor(() => expect(asked(calls)).toMatchObject({ name: 'bay', page: '1' }))
  })

  test('LIST-1 says how many there are to who does not see the rows', async () => {
    signedIn('manager')
    on.farms(page([row()], 1_204))
    const app = renderApp('/manage')
    const said = () => screen.getAllByRole('status').map((status) => status.textContent)
    await waitFor(() => expect(said()).toContain('1,204 farms'))
    on.farms(page([row()]))
    await app.user.type(await field(), 'sea')
    await waitFor(() => expect(said()).toContain('1 farm matches sea'))
    on.farms(page([]))
    await app.user.type(await field(), 'x')
    await waitFor(() => expect(said()).toContain('No farm matches seax'))
  })

  test('LIST-1 waits for a pause; a late answer to what was typed before changes nothing', async () => {
    signedIn('manager')
    const held: (() => void)[] = []
    const asked: string[] = []
    server.use(
      http.get('http://localhost:3000/api/farms', async ({ request }) => {
        const name = new URL(request.url).searchParams.get('name') ?? ''
        asked.push(name)
        if (name === 'sea') await new Promise<void>((resolve) => held.push(resolve))
        return HttpResponse.json(page([row({ name: `Farm of ${name || 'all'}` })]))
      }),
    )
    const app = renderApp('/manage')
    await screen.findByText('Farm of all')
    await app.user.type(await field(), 'sea')
    await waitFor(() => expect(asked.at(-1)).toBe('sea'))
    expect(screen.getByText('Farm of all')).toBeTruthy()
    await app.user.type(await field(), 'weed')
    expect(await screen.findByText('Farm of seaweed')).toBeTruthy()
    for (const release of held) release()
    await app.user.click(screen.getByText('Page 1 of 1'))
    expect(screen.getByText('Farm of seaweed')).toBeTruthy()
    expect(asked).toEqual(['', 'sea', 'seaweed'])
  })

  test('LIST-1 what was not found is named until the next answer is there', async () => {
    signedIn('manager')
    on.farms(page([]))
    const app = renderApp('/manage?name=zz')
    await screen.findByText('No farm matches “zz”.')
    const answer = later<FarmPage>()
    on.farms(answer.reply)
    await app.user.type(await field(), 'q')
    await waitFor(() => expect(app.address()).toBe('/manage?name=zzq'))
    expect(screen.getByText('No farm matches “zz”.')).toBeTruthy()
    answer.give(page([]))
    expect(await screen.findByText('No farm matches “zzq”.')).toBeTruthy()
  })
})

describe('the other states', () => {
  test('no farm matches', async () => {
    signedIn('manager')
    on.farms(page([]))
    const app = renderApp('/manage?name=zzz')
    expect(await screen.findByText('No farm matches “zzz”.')).toBeTruthy()
    expect(screen.getByText(/^Check the spelling, search for part of the name/)).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Show all farms' }))
    expect(app.address()).toBe('/manage')
  })

  test('LIST-3 LIST-5 a page beyond the last leads to the last, also of a search', async () => {
    signedIn('manager')
    on.farms(page([], 43, 9))
    const app = renderApp('/manage?name=sea&page=9')
    expect(await screen.findByText('There are no farms on this page.')).toBeTruthy()
    on.farms(page([row()], 43, 3))
    await app.user.click(screen.getByRole('button', { name: 'Go to the last page' }))
    expect(app.address()).toBe('/manage?name=sea&page=3')
    expect(await screen.findByText('Page 3 of 3')).toBeTruthy()
  })

  test('no farms yet', async () => {
    signedIn('manager')
    on.farms(page([]))
    renderApp('/manage')
    expect(await screen.findByText('No farms yet.')).toBeTruthy()
  })

  test('a failure is told, and Retry heals it', async () => {
    signedIn('manager')
    on.farms(() => failure(500, 'The list could not be read.'))
    const app = renderApp('/manage')
    expect((await screen.findByRole('alert')).textContent).toContain('The list could not be read.')
    expect(screen.getByLabelText('Search by name')).toBeTruthy()
    on.farms(page([row()]))
    await app.user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Salish Sea Test Beds')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('old rows stay, dimmed and dated, when new ones cannot be had', async () => {
    signedIn('manager')
    const app = renderApp('/manage')
    const row = await screen.findByText('Salish Sea Test Beds')
    on.farms(() => failure(503, 'The server is busy.'))
    await app.user.selectOptions(screen.getByLabelText('Sort'), 'Name descending')
    expect((await screen.findByRole('alert')).textContent).toMatch(/ What is shown below is from .* UTC\./)
    expect(row.closest<HTMLElement>('[data-stale]')?.dataset.stale).toBe('true')
  })

  test('old rows stay while new ones load', async () => {
    signedIn('manager')
    on.farms(page([row()], 43, 1))
    const app = renderApp('/manage')
    await screen.findByText('Salish Sea Test Beds')
    const answer = later<FarmPage>()
    on.farms(answer.reply)
    await app.user.click(screen.getByRole('button', { name: 'Next' }))
    expect(screen.getByText('Salish Sea Test Beds')).toBeTruthy()
    expect(screen.queryByText('Loading farms...')).toBeNull()
    answer.give(page([row({ name: 'Second Page Farm' })], 43, 2))
    expect(await screen.findByText('Second Page Farm')).toBeTruthy()
  })
})

test('SIDE-1 the list of staff leads to the farms side by side', async () => {
  signedIn('admin')
  renderApp('/farms')
  const link = await screen.findByRole('link', { name: 'Side by side' })
  expect(link.getAttribute('href')).toBe('/farms/side-by-side')
})
