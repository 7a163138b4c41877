import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { farm, user } from './data'
import { focused, renderApp } from './render'
import { failure, lastBody, on, signedIn } from './server'

const panel = (name: string) => screen.getByRole('region', { name })
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const conflict = () => failure(409, 'Somebody else changed this farm meanwhile.')

async function openForm(name: string) {
  const app = renderApp('/farms/farm-1?tab=info')
  await app.user.click(await screen.findByRole('button', { name: `Edit ${name}` }))
  const form = await screen.findByRole('form', { name: `Edit ${name}` })
  return { ...app, form, save: () => app.user.click(within(form).getByRole('button', { name: 'Save' })) }
}

async function retype(app: Awaited<ReturnType<typeof openForm>>, label: string, value: string) {
  await app.user.clear(input(label))
  if (value) await app.user.type(input(label), value)
}

describe('AFARM-5 Farm Info', () => {
  test('FARM-10 a manager edits the own farm, but for what the platform decides', async () => {
    signedIn('manager')
    on.my({ ...user('manager'), permissions: null as never }) // as the server has it of who is in no admin group
    const calls = on.editFarm(farm({ version: 8, city: 'Sooke' }))
    const app = renderApp('/manage/farm-1?tab=info')
    await app.user.click(await screen.findByRole('button', { name: 'Edit Farm Information' }))
    const form = await screen.findByRole('form', { name: 'Edit Farm Information' })
    for (const label of ['Name', 'Company name', 'Type', 'Activities']) {
      expect(within(form).queryByLabelText(label)).toBeNull()
    }
    expect(within(form).queryByRole('group', { name: 'Activities' })).toBeNull()
    await app.user.clear(input('City'))
    await app.user.type(input('City'), 'Sooke')
    await app.user.click(within(form).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Success. Changes have been saved.')).toBeTruthy()
    expect(lastBody(calls)).toEqual({ city: 'Sooke', version: 7 })
    expect(panel('Public tag page')).toBeTruthy()
    for (const name of ['Users', 'Danger zone']) expect(screen.queryByRole('region', { name })).toBeNull()
  })

  test('AFARM-1 whoever sets prices changes the setup fee', async () => {
    signedIn('admin')
    const calls = on.editFarm(farm({ version: 8 }))
    const app = await openForm('Farm Information')
    await retype(app, 'Setup fee in dollars', 'a lot')
    await app.save()
    expect(
      within(app.form).getAllByText('A setup fee is an amount in dollars, like 450 or 450.50').length,
    ).toBeGreaterThan(0)
    await retype(app, 'Setup fee in dollars', '1,450.50')
    await app.save()
    expect(await screen.findByText('Success. Changes have been saved.')).toBeTruthy()
    expect(lastBody(calls)).toEqual({ setupFee: 145050, version: 7 })
  })

  test('AFARM-1 nobody else is asked for the setup fee', async () => {
    signedIn('admin')
    on.my({ ...user('admin'), permissions: ['companies'] })
    await openForm('Farm Information')
    expect(screen.queryByLabelText('Setup fee in dollars')).toBeNull()
  })

  test('edit, save, and the success that can be put away', async () => {
    signedIn('admin')
    const changed = farm({ version: 8, city: 'Sooke' })
    const calls = on.editFarm(changed)
    const app = await openForm('Farm Information')
    await focused(app.form)
    await retype(app, 'City', 'Sooke')
    await app.save()
    expect(await screen.findByText('Success. Changes have been saved.')).toBeTruthy()
    expect(calls.map(({ body }) => body)).toEqual([{ city: 'Sooke', version: 7 }])
    expect(screen.queryByRole('form', { name: 'Edit Farm Information' })).toBeNull()
    expect(panel('Farm Information').textContent).toContain('12 Tide Street, Sooke')
    expect(document.activeElement?.textContent).toBe('Success. Changes have been saved.')
    await app.user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await focused(screen.getByRole('button', { name: 'Edit Farm Information' }))
    expect(screen.queryByText('Success. Changes have been saved.')).toBeNull()
  })

  test('nothing changed, nothing sent', async () => {
    signedIn('admin')
    const calls = on.editFarm(farm())
    const app = await openForm('Farm Information')
    await app.save()
    expect(await screen.findByText('Success. Changes have been saved.')).toBeTruthy()
    expect(calls).toEqual([])
  })

  test('Cancel asks only when something was changed', async () => {
    signedIn('admin')
    const app = await openForm('Farm Information')
    await app.user.click(within(app.form).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('form', { name: 'Edit Farm Information' })).toBeNull()

    await app.user.click(screen.getByRole('button', { name: 'Edit Farm Information' }))
    await screen.findByRole('form', { name: 'Edit Farm Information' })
    await retype(app, 'City', 'Sooke')
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await app.user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(input('City').value).toBe('Sooke')
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await app.user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    expect(screen.queryByRole('form', { name: 'Edit Farm Information' })).toBeNull()
    expect(panel('Farm Information').textContent).toContain('Courtenay')
    expect(screen.queryByText('Success. Changes have been saved.')).toBeNull()
  })

  test('another tab asks too', async () => {
    signedIn('admin')
    const app = await openForm('Farm Information')
    await retype(app, 'City', 'Sooke')
    await app.user.click(screen.getByRole('tab', { name: 'About My Farm' }))
    await app.user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(app.address()).toBe('/farms/farm-1?tab=info')
    expect(input('City').value).toBe('Sooke')
    await app.user.click(screen.getByRole('tab', { name: 'About My Farm' }))
    await screen.findByRole('dialog', { name: 'Leave without saving?' })
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(input('City').value).toBe('Sooke')
    await app.user.click(screen.getByRole('tab', { name: 'About My Farm' }))
    await app.user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    await waitFor(() => expect(app.address()).toBe('/farms/farm-1?tab=about'))
  })

  test('what the server refuses stands at its field, until it is typed over', async () => {
    signedIn('admin')
    on.editFarm(() => failure(400, 'child "website" fails because [No]', { website: 'No such website' }))
    const app = await openForm('Farm Information')
    await retype(app, 'Website', 'x')
    await app.save()
    await waitFor(() => expect(input('Website').getAttribute('aria-invalid')).toBe('true'))
    await focused(input('Website'))
    await app.user.type(input('Website'), 'y')
    expect(input('Website').getAttribute('aria-invalid')).toBeNull()
  })

  test('AFARM-1 required fields are checked before anything is sent', async () => {
    signedIn('admin')
    const calls = on.editFarm(farm())
    const app = await openForm('Farm Information')
    await retype(app, 'Name', '')
    await app.user.selectOptions(input('Country'), 'USA')
    await app.save()
    expect(screen.getByText('Name is required')).toBeTruthy()
    expect(screen.getByText('State is required')).toBeTruthy()
    await focused(input('Name'))
    expect(calls).toEqual([])
  })

  test('the zone follows the state, unless it was chosen by hand', async () => {
    signedIn('admin')
    const app = await openForm('Farm Information')
    await app.user.selectOptions(input('Country'), 'USA')
    await app.user.selectOptions(input('State'), 'Maine')
    expect(input('Time zone').value).toBe('America/New_York')
    await app.user.selectOptions(input('Time zone'), 'America/Chicago')
    await app.user.selectOptions(input('State'), 'Texas')
    await app.user.selectOptions(input('State'), 'Ohio')
    expect(input('Time zone').value).toBe('America/New_York')
    await app.user.selectOptions(input('Time zone'), 'Pacific/Auckland')
    await app.user.selectOptions(input('State'), 'Maine')
    expect(input('Time zone').value).toBe('Pacific/Auckland')
  })

  test('AFARM-9 every text has its maximum', async () => {
    signedIn('admin')
    const app = await openForm('Farm Information')
    const texts = within(app.form).getAllByRole<HTMLInputElement>('textbox')
    expect(texts.map(({ name, maxLength }) => [name, maxLength])).toEqual([
      ['name', 40],
      ...['companyName', 'owner', 'email', 'phone', 'website', 'address1', 'address2', 'city', 'zip', 'location'].map(
        (name) => [name, 200],
      ),
      ['setupFee', 12],
    ])
    await app.user.clear(input('City'))
    await app.user.click(input('City'))
    await app.user.paste('x'.repeat(205))
    expect(input('City').value).toHaveLength(200)
    expect(screen.getByText('Max length reached')).toBeTruthy()
    await app.user.clear(input('City'))
    for (const [n, text] of texts.entries()) {
      fireEvent.change(text, { target: { value: 'x'.repeat(text.maxLength) } })
      const about = (text.getAttribute('aria-describedby') ?? '').split(' ')
      const said = about.map((id) => document.getElementById(id)?.textContent)
      expect(said, text.name).toContain('Max length reached')
      expect(screen.getAllByText('Max length reached')).toHaveLength(n + 1)
    }
  })

  test('AFARM-3 AFARM-7 a distributor that becomes a farm is warned about its features', async () => {
    signedIn('admin')
    const features = { inventory: true, wetStorage: true, logs: true }
    on.farm(farm({ type: 'distributor', activities: ['Order', 'Receive'], features }))
    const calls = on.editFarm(farm())
    const app = await openForm('Farm Information')
    expect(screen.queryByText(/switches off/)).toBeNull()
    await app.user.selectOptions(input('Type'), 'farm')
    expect(screen.getByRole('alert').textContent).toBe(
      'Saving will switch off features that only a distributor can have: Inventory, Wet storage.',
    )
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Harvest' }).checked).toBe(true)
    await app.user.selectOptions(input('Type'), 'distributor')
    expect(screen.queryByRole('alert')).toBeNull()
    await app.user.selectOptions(input('Type'), 'farm')
    await app.save()
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toEqual({ type: 'farm', activities: ['Harvest'], version: 7 })
  })
})

describe('two editors of one farm', () => {
  /** Somebody else saves, and the next save of an older version is refused. */
  function meanwhile(theirs: Parameters<typeof farm>[0]) {
    let stored = farm()
    on.farm(() => stored)
    const calls = on.editFarm(() => {
      const { version, ...change } = lastBody<{ version: number }>(calls)
      if (version !== stored.version) return conflict()
      stored = farm({ ...stored, ...change, version: version + 1 })
      return stored
    })
    return { calls, other: () => (stored = farm({ ...theirs, version: 8 })) }
  }

  test('different fields: theirs are taken, mine are kept', async () => {
    signedIn('admin')
    const { calls, other } = meanwhile({ owner: 'M. Reed' })
    const app = await openForm('Farm Information')
    await retype(app, 'City', 'Sooke')
    other()
    await app.save()
    const news = await screen.findByRole('region', { name: 'Somebody else changed this farm meanwhile.' })
    expect(news.textContent).toContain('OwnerT. Park M. Reed')
    expect(within(news).queryByRole('radio')).toBeNull()
    await focused(news)
    expect(input('Owner').value).toBe('M. Reed')
    expect(input('City').value).toBe('Sooke')
    await app.save()
    await screen.findByText('Success. Changes have been saved.')
    expect(calls.at(-1)?.body).toEqual({ city: 'Sooke', version: 8 })
    expect(panel('Farm Information').textContent).toContain('M. Reed')
  })

  test('the same field: one chooses, nothing typed is lost', async () => {
    signedIn('admin')
    const { calls, other } = meanwhile({ city: 'Tofino', country: 'USA', state: 'Ohio' })
    const app = await openForm('Farm Information')
    await retype(app, 'City', 'Sooke')
    await app.user.selectOptions(input('State'), 'Quebec')
    other()
    await app.save()
    const city = await screen.findByRole('group', { name: 'City' })
    const place = screen.getByRole('group', { name: 'Country and State' })
    const [mine, theirs] = within(city).getAllByRole('radio')
    expect(city.textContent).toBe('CityKeep mine SookeTake theirs Tofino')
    expect(place.textContent).toBe('Country and StateKeep mine Canada, QuebecTake theirs USA, Ohio')
    expect(input('City').value).toBe('Sooke')

    await app.save()
    expect(screen.getByText('Choose for every field first.')).toBeTruthy()
    expect(calls).toHaveLength(1)

    await app.user.click(theirs as HTMLElement)
    expect(input('City').value).toBe('Tofino')
    await app.user.click(mine as HTMLElement)
    expect(input('City').value).toBe('Sooke')
    await app.user.click(within(place).getByRole('radio', { name: /Take theirs/ }))
    expect(input('State').value).toBe('Ohio')
    await app.save()
    await screen.findByText('Success. Changes have been saved.')
    const sent = lastBody<Record<string, unknown>>(calls)
    expect(sent).toMatchObject({ city: 'Sooke', version: 8 })
    expect(sent.state).toBeUndefined()
  })

  test('what they changed beside the form is no reason to stop', async () => {
    signedIn('admin')
    const { calls, other } = meanwhile({ features: { logs: true } })
    const app = await openForm('Farm Information')
    await retype(app, 'City', 'Sooke')
    other()
    await app.save()
    await screen.findByText('Success. Changes have been saved.')
    expect(calls.map(({ body }) => (body as { version: number }).version)).toEqual([7, 8])
  })

  test('a conflict that is none of versions is said in words', async () => {
    signedIn('admin')
    on.editFarm(() => failure(409, 'Another farm has this name.'))
    const app = await openForm('Farm Information')
    await retype(app, 'City', 'Sooke')
    await app.save()
    expect((await screen.findByRole('alert')).textContent).toBe('Another farm has this name.')
    expect(input('City').value).toBe('Sooke')
  })
})

describe('AFARM-11 the public tag page', () => {
  const certs = [
    { certId: 'c1', cert: 'WA-1', city: 'Bay Center' },
    { certId: 'c2', cert: 'WA-2' },
  ]
  const distributorBrands = [{ brand: 'Selects', growingProcess: 'Bags', tastingNotes: 'Salt' }]

  test('what is shown', async () => {
    signedIn('admin')
    on.farm(farm({ certs, distributorBrands, dealer: 'Elliott Bay', labels: { species: 'Type', harvest: 'Harvest' } }))
    renderApp('/farms/farm-1?tab=info')
    await screen.findByText('Farm Information')
    const text = panel('Public tag page').textContent
    for (const part of ['DealerElliott Bay', 'Species labelType', 'WA-1Bay Center', 'Selects', 'Salt']) {
      expect(text).toContain(part)
    }
    expect(text).toContain('No photo yet.')
  })

  test('rows come and go; only the changed lists are sent', async () => {
    signedIn('admin')
    on.farm(farm({ certs, distributorBrands }))
    const calls = on.editPublic({ version: 8, certs: [], distributorBrands, dealer: 'Elliott Bay' })
    const app = await openForm('Public tag page')
    const { form, user } = app
    await user.type(input('Dealer'), 'Elliott Bay')
    await user.selectOptions(input('Harvest label'), 'Processing Date')
    await user.click(within(form).getByRole('button', { name: 'Remove cert 1' }))
    await focused(within(form).getByRole('button', { name: 'Add cert' }))
    await user.click(within(form).getByRole('button', { name: 'Add cert' }))
    await user.keyboard('WA-3')
    await app.save()
    await screen.findByText('Success. Changes have been saved.')
    const { certs: sent, ...rest } = lastBody<{ certs: { certId: string; cert: string }[] }>(calls)
    expect(rest).toEqual({
      dealer: 'Elliott Bay',
      labels: { species: 'Species', harvest: 'Processing Date' },
      version: 7,
    })
    expect(sent.map(({ cert }) => cert)).toEqual(['WA-2', 'WA-3'])
    expect(sent[1]?.certId).toMatch(/^[0-9a-f]{24}$/)
  })

  test("the server's refusal of a row stands in the row, also when it has moved", async () => {
    signedIn('admin')
    on.farm(farm({ certs, distributorBrands }))
    on.editPublic(() => failure(400, 'because [No]', { 'certs.1.website': 'No such website' }))
    const app = await openForm('Public tag page')
    const websites = () => within(app.form).getAllByLabelText<HTMLInputElement>('Website')
    await app.user.type(websites()[1] as HTMLElement, 'x')
    await app.save()
    await waitFor(() => expect(websites()[1]?.getAttribute('aria-invalid')).toBe('true'))
    await app.user.click(within(app.form).getByRole('button', { name: 'Remove cert 1' }))
    expect(websites().map((website) => website.getAttribute('aria-invalid'))).toEqual(['true'])
    await app.user.type(websites()[0] as HTMLElement, 'y')
    expect(websites()[0]?.getAttribute('aria-invalid')).toBeNull()
  })

  test('two editors: rows of theirs are taken, the same row is chosen', async () => {
    signedIn('admin')
    let stored = farm({ certs, distributorBrands })
    on.farm(() => stored)
    const calls = on.editPublic(() =>
      lastBody<{ version: number }>(calls).version === stored.version ? { version: 9 } : conflict(),
    )
    const app = await openForm('Public tag page')
    await app.user.type(within(app.form).getByLabelText('Tasting notes'), ', melon')
    stored = farm({
      version: 8,
      certs: [...certs, { certId: 'c9', cert: 'WA-9' }],
      distributorBrands: [{ ...distributorBrands[0], brand: 'Selects', tastingNotes: 'Copper' }],
    })
    await app.save()
    const row = await screen.findByRole('group', { name: 'Brand' })
    expect(row.textContent).toContain('Keep mine Selects, Bags, Salt, melon')
    expect(row.textContent).toContain('Take theirs Selects, Bags, Copper')
    await app.user.click(within(row).getByRole('radio', { name: /Keep mine/ }))
    await app.save()
    await screen.findByText('Success. Changes have been saved.')
    expect(calls.at(-1)?.body).toEqual({
      distributorBrands: [{ brand: 'Selects', growingProcess: 'Bags', tastingNotes: 'Salt, melon' }],
      version: 8,
    })
  })
})
