import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { sentExport } from './data'
import { focused, renderApp } from './render'
import { failure, on, signedIn } from './server'

const EXPORTS = '/manage/farm-1?tab=reports&report=exports'
const SENT = { message: 'Your export was successfully sent.', _id: 'export-1' }

const rows = () => within(screen.getByRole('region', { name: 'Past exports' })).getAllByRole('listitem')

async function asking(box = 'Snapshot') {
  signedIn('manager')
  on.schedules({ data: [] })
  on.exports({ data: [] })
  const asked = on.export(SENT)
  const app = renderApp(EXPORTS)
  await app.user.click(await screen.findByRole('button', { name: `Export ${box}` }))
  const dialog = await screen.findByRole('dialog', { name: `Export ${box}` })
  await within(dialog).findByLabelText('Email')
  return { ...app, asked, dialog }
}

describe('EXP-1 the two boxes', () => {
  test('Snapshot: everything on the farm now', async () => {
    const { user, asked, dialog } = await asking()
    await user.click(within(dialog).getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Your export was successfully sent.')).toBeTruthy()
    expect(asked[0]?.body).toMatchObject({ metric: 'Snapshot', activeLease: 'All', email: 'manager@merroir.example' })
  })

  test('Harvest Log: everything harvested in a range', async () => {
    signedIn('manager')
    on.schedules({ data: [] })
    on.exports({ data: [] })
    const asked = on.export(SENT)
    const app = renderApp(EXPORTS)
    await app.user.selectOptions(await screen.findByLabelText('Dates'), 'Last 365 days')
    await app.user.selectOptions(screen.getByLabelText('Growing Areas'), 'Site A')
    await app.user.click(screen.getByRole('button', { name: 'Export Harvest Log' }))
    await app.user.click(await screen.findByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(asked[0]?.body).toMatchObject({
        metric: 'HarvestLog',
        activeLease: 'lease-a',
        dateRange: 'Last 365 days',
        email: 'manager@merroir.example',
      }),
    )
    expect(app.address()).toBe(`${EXPORTS}&logDates=365&area=lease-a`)
  })

  test('REP-11 Custom is exported once both dates are set', async () => {
    signedIn('manager')
    on.schedules({ data: [] })
    on.exports({ data: [] })
    const app = renderApp(EXPORTS)
    await app.user.selectOptions(await screen.findByLabelText('Dates'), 'Custom')
    const button = () => screen.getByRole('button', { name: 'Export Harvest Log' }) as HTMLButtonElement
    expect(button().disabled).toBe(true)
    expect(screen.getByText('Choose a start and an end date.')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2017-03-01' } })
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2017-11-30' } })
    await waitFor(() => expect(button().disabled).toBe(false))
    expect(app.address()).toBe(`${EXPORTS}&logDates=custom&logFrom=2017-03-01&logTo=2017-11-30`)
    const asked = on.export(SENT)
    await app.user.click(button())
    const dialog = await screen.findByRole('dialog', { name: 'Export Harvest Log' })
    await app.user.click(await within(dialog).findByRole('button', { name: 'Send' }))
    expect(await within(dialog).findByText(SENT.message)).toBeTruthy()
    expect(asked[0]?.body).toMatchObject({
      metric: 'HarvestLog',
      dateRange: 'Custom',
      startDate: '2017-03-01',
      endDate: '2017-11-30',
      activeLease: 'All',
      email: 'manager@merroir.example',
    })
    await app.user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2016-11-30' } })
    await waitFor(() => expect(button().disabled).toBe(true))
    expect(screen.getByText('The start is after the end.')).toBeTruthy()
  })

  test('REP-11 Back undoes the typing of a range as a whole', async () => {
    signedIn('manager')
    on.schedules({ data: [] })
    on.exports({ data: [] })
    const app = renderApp(`${EXPORTS}&logDates=custom`)
    const from = (await screen.findByLabelText('From')) as HTMLInputElement
    fireEvent.change(from, { target: { value: '2017-03-01' } })
    for (const to of ['2017-11-03', '2017-11-30']) {
      fireEvent.change(screen.getByLabelText('To'), { target: { value: to } })
      await waitFor(() => expect(app.address()).toContain(`logTo=${to}`))
    }
    app.history.back()
    await waitFor(() => expect(app.address()).toBe(`${EXPORTS}&logDates=custom`))
    await waitFor(() => expect(from.value).toBe(''))
  })
})

describe('REP-4 the question for an email', () => {
  test("it begins with one's own", async () => {
    const { dialog } = await asking()
    expect((within(dialog).getByLabelText('Email') as HTMLInputElement).value).toBe('manager@merroir.example')
  })

  test('nothing is sent when it is empty, and the field says so', async () => {
    const { user, asked, dialog } = await asking()
    await user.clear(within(dialog).getByLabelText('Email'))
    await user.click(within(dialog).getByRole('button', { name: 'Send' }))
    expect(within(dialog).getByText('Enter an email address.')).toBeTruthy()
    await focused(within(dialog).getByLabelText('Email'))
    await user.keyboard('a')
    expect(within(dialog).queryByText('Enter an email address.')).toBeNull()
    await user.keyboard('{Backspace}{Enter}')
    expect(within(dialog).getByText('Enter an email address.')).toBeTruthy()
    expect(asked).toHaveLength(0)
    expect(screen.queryByText('Your export was successfully sent.')).toBeNull()
  })

  test('Cancel sends nothing; the next time it asks anew', async () => {
    const { user, asked, dialog } = await asking()
    await user.clear(within(dialog).getByLabelText('Email'))
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Export Snapshot' }))
    expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('manager@merroir.example')
    expect(asked).toHaveLength(0)
  })

  test("EXP-3 a failure is told in the server's words, and can be tried again", async () => {
    const { user, dialog } = await asking()
    on.export(() => failure(429, 'That is ten exports in an hour. Wait a little.'))
    await user.click(within(dialog).getByRole('button', { name: 'Send' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('That is ten exports in an hour.')
    on.export(SENT)
    await user.click(within(dialog).getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Your export was successfully sent.')).toBeTruthy()
    const close = screen.getAllByRole('button', { name: 'Close' }).at(-1)
    await focused(close)
  })

  test('EXP-3 a refused email is told beside it', async () => {
    const { user, dialog } = await asking()
    on.export(() => failure(400, 'child "email" fails because [This is no email address.]', { email: 'is no address' }))
    await user.click(within(dialog).getByRole('button', { name: 'Send' }))
    expect(await within(dialog).findByText('is no address')).toBeTruthy()
    expect(within(dialog).getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
    await focused(within(dialog).getByLabelText('Email'))
  })

  test('EXP-3 what is refused of anything else is told above', async () => {
    const { user, dialog } = await asking()
    const gone = 'The farm has no such growing area.'
    on.export(() => failure(400, gone, { activeLease: gone }))
    await user.click(within(dialog).getByRole('button', { name: 'Send' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain(gone)
    expect(within(dialog).getByLabelText('Email').getAttribute('aria-invalid')).toBeNull()
  })
})

describe('a report as it is shown', () => {
  const REPORT = '/manage/farm-1?tab=reports&report=inventory&by=area&dates=custom&from=2017-03-01&to=2017-11-30'

  async function asked(address: string, button: string, title: string) {
    signedIn('manager')
    on.equipment({ total: 40, unused: 0, chartData: { tray: 40 } })
    on.schedules({ data: [] })
    on.exports({ data: [] })
    const app = renderApp(address)
    await app.user.click(await screen.findByRole('button', { name: button }))
    const dialog = await screen.findByRole('dialog', { name: title })
    const email = await within(dialog).findByLabelText<HTMLInputElement>('Email')
    await waitFor(() => expect(email.value).toBe('manager@merroir.example'))
    return {
      ...app,
      dialog,
      email,
      press: (name: string) => app.user.click(within(dialog).getByRole('button', { name })),
    }
  }

  test('REP-4 is exported', async () => {
    const sent = on.export(SENT)
    const { press } = await asked(REPORT, 'Export', 'Export Inventory')
    await press('Send')
    expect(await screen.findByText(SENT.message)).toBeTruthy()
    expect(sent[0]?.body).toMatchObject({
      metric: 'Inventory',
      segment: 'growingArea',
      dateRange: 'Custom',
      startDate: '2017-03-01',
      endDate: '2017-11-30',
    })
  })

  test('REP-4 is not exported after a Cancel, which leads back to the button', async () => {
    const sent = on.export(SENT)
    const { press } = await asked(REPORT, 'Export', 'Export Inventory')
    await press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await focused(screen.getByRole('button', { name: 'Export' }))
    expect(sent).toHaveLength(0)
  })

  test('EXP-4 nothing is scheduled for nobody, and a refusal is told at the email', async () => {
    const refused = on.addSchedule(
      failure(400, 'Please give one email address.', { email: 'Please give one email address.' }),
    )
    const { user, dialog, email, press } = await asked(
      '/manage/farm-1?tab=reports&report=equipment',
      'Schedule…',
      'Schedule Equipment',
    )
    expect(within(dialog).queryByLabelText('Dates')).toBeNull()
    await user.clear(email)
    await press('Schedule')
    expect(within(dialog).getByText('Enter an email address.')).toBeTruthy()
    expect(refused).toHaveLength(0)
    await user.type(email, 'not an address')
    await press('Schedule')
    expect(await within(dialog).findByRole('textbox', { description: 'Please give one email address.' })).toBe(email)
    await press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('EXP-2 past exports', () => {
  test('state, progress and download', async () => {
    signedIn('manager')
    on.schedules({ data: [] })
    on.exports({
      data: [
        sentExport({ _id: '1', metric: 'HarvestLog', state: 'working', percent: 42, url: null }),
        sentExport({ _id: '2', state: 'waiting', percent: 0, url: null }),
        sentExport({ _id: '3', state: 'failed', message: 'The farm is gone.', url: null }),
        sentExport({ _id: '4' }),
        sentExport({ _id: '5', expiresAt: Date.UTC(2020, 0, 1) }),
      ],
    })
    renderApp(EXPORTS)
    await screen.findByText('Working, 42%')
    const [working, waiting, failed, done, expired] = rows() as [HTMLElement, ...HTMLElement[]]
    expect(within(working).getByRole('progressbar', { name: 'Harvest Log is being prepared' })).toBeTruthy()
    expect(waiting?.textContent).toContain('Waiting for its turn')
    expect(failed?.textContent).toContain('The farm is gone.')
    expect(done?.textContent).toContain('20 Nov 2026, 14:05 PST, to manager@merroir.example')
    expect(done?.textContent).toContain('Sent, 44 rows, 9.1 KB')
    expect(
      within(done as HTMLElement)
        .getByRole('link', { name: 'Download Snapshot' })
        .getAttribute('href'),
    ).toBe('/exports/token-1')
    expect(within(expired as HTMLElement).queryByRole('link')).toBeNull()
  })

  test('they are asked for again while one is made, and then no more', async () => {
    signedIn('manager')
    const answers = [{ data: [sentExport({ state: 'working', percent: 10, url: null })] }, { data: [sentExport()] }]
    on.schedules({ data: [] })
    const calls = on.exports(() => answers[Math.min(calls.length, 2) - 1] ?? { data: [] })
    renderApp(EXPORTS)
    await screen.findByText('Working, 10%')
    expect(await screen.findByText('Sent, 44 rows, 9.1 KB')).toBeTruthy()
    expect(calls).toHaveLength(2)
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  test('a new export is in the list at once', async () => {
    const { user, dialog } = await asking()
    on.schedules({ data: [] })
    on.exports({ data: [sentExport({ state: 'waiting', percent: 0, url: null })] })
    await user.click(within(dialog).getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('Waiting for its turn')).toBeTruthy()
  })

  test('EXP-4 a schedule that was paused by itself says why', async () => {
    signedIn('manager')
    on.exports({ data: [] })
    on.schedules({
      data: [
        {
          _id: 's1',
          every: 'week',
          on: 1,
          at: 7,
          query: { metric: 'Inventory', dateRange: 'Last week', activeLease: 'gone', frequency: 'Monthly' },
          email: 'buyer@market.example',
          state: 'paused',
          message: 'The farm has no such growing area.',
          next: null,
        },
      ],
    })
    const { user } = renderApp(EXPORTS)
    expect(await screen.findByText('Paused. The farm has no such growing area.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Resume Inventory' })).toBeTruthy()
    // Another growing area, and it goes on.
    await user.click(screen.getByRole('button', { name: 'Change the schedule of Inventory' }))
    const dialog = await screen.findByRole('dialog', { name: 'Change the schedule of Inventory' })
    expect(await within(dialog).findByRole('textbox', { name: 'Email' })).toHaveProperty(
      'value',
      'buyer@market.example',
    )
    const changed = on.changeSchedule({
      _id: 's1',
      every: 'week',
      on: 3,
      at: 7,
      query: { metric: 'Inventory', dateRange: 'Last week', activeLease: 'All', frequency: 'Monthly' },
      email: 'buyer@market.example',
      state: 'active',
      message: '',
      next: '2026-12-02',
    })
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Day' }), 'Wednesday')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('The schedule is changed.')).toBeTruthy()
    expect(changed[0]?.body).toMatchObject({ activeLease: 'All', on: 3, every: 'week', at: 7, metric: 'Inventory' })
  })

  test('REP-16 a failing list leaves the boxes usable', async () => {
    signedIn('manager')
    on.schedules({ data: [] })
    on.exports(() => failure(500, 'The list could not be read.'))
    renderApp(EXPORTS)
    expect((await screen.findByRole('alert')).textContent).toContain('The list could not be read.')
    expect((screen.getByRole('button', { name: 'Export Snapshot' }) as HTMLButtonElement).disabled).toBe(false)
  })
})
