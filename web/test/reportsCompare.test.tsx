import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { notebook } from './data'
import { renderApp } from './render'
import { failure, on, server, signedIn } from './server'

const COMPARE = '/manage/farm-1?tab=reports&report=compare'

interface Asked {
  metric: string
  [key: string]: unknown
}

/** Answers each question with the notebook in the asked metric, and keeps the questions. */
function answering(): Asked[] {
  const asked: Asked[] = []
  server.use(
    http.put('http://localhost:3000/api/v2/getFarmInventory/:id', async ({ request }) => {
      const question = (await request.json()) as Asked
      asked.push(question)
      const { metric, frequency } = question
      const percent = metric.startsWith('%')
      const { data } = notebook()
      return HttpResponse.json(
        notebook({
          metric,
          frequency: String(frequency),
          unit: percent ? 'percent' : 'animals',
          data: percent ? data.map((row) => ({ ...row, value: 7.0533 })) : data,
        }),
      )
    }),
  )
  return asked
}

const side = (name: string) => within(screen.getByRole('region', { name }))
async function chooseDates({ user }: ReturnType<typeof renderApp>, name: string, range: string) {
  await user.click(side(name).getByRole('button', { name: /^Dates/ }))
  await user.click(within(await screen.findByRole('dialog', { name: 'Dates' })).getByRole('button', { name: range }))
}

const last = (asked: Asked[], metric: string) => asked.filter((one) => one.metric === metric).at(-1)

test('REP-9 two reports side by side, each with its metric', async () => {
  signedIn('manager')
  const asked = answering()
  const app = renderApp(COMPARE)
  expect(await screen.findByRole('heading', { name: 'Living animals, end of month' })).toBeTruthy()
  expect(await screen.findByRole('heading', { name: '% Mortality, end of month' })).toBeTruthy()
  expect(
    side('Left side')
      .getAllByRole('option')
      .map((option) => option.textContent)
      .slice(0, 6),
  ).toEqual(['Inventory', '% Mortality', '% Yield', '% Return', 'Harvest', 'Average Size'])

  await app.user.selectOptions(side('Left side').getByLabelText('Metric'), '% Return')
  await app.user.selectOptions(side('Right side').getByLabelText('Split by'), 'Equipment')
  await app.user.selectOptions(side('Right side').getByLabelText('Area'), 'Site A')
  await chooseDates(app, 'Right side', 'Last 365 days')
  await app.user.click(side('Left side').getByRole('radio', { name: 'Table' }))
  await waitFor(() =>
    expect(last(asked, '% Mortality')).toMatchObject({
      segment: 'meshSize',
      activeLease: 'lease-a',
      dateRange: 'Last 365 days',
    }),
  )
  expect(last(asked, '% Return')).toMatchObject({ segment: '', activeLease: 'All', dateRange: 'Last 90 days' })
  expect(app.address()).toBe(
    `${COMPARE}&leftMetric=return&rightBy=equipment&rightArea=lease-a&rightDates=365&leftView=table`,
  )
  expect(screen.getAllByRole('table')).toHaveLength(1)
})

test('REP-9 a link opens both sides as they were, and Back goes one step', async () => {
  signedIn('manager')
  const asked = answering()
  const app = renderApp(`${COMPARE}&leftMetric=yieldRate&leftView=table&rightMetric=return&rightView=table`)
  await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(2))
  expect(side('Left side').getByText(/^7\.05% of 3,431 received were not lost/)).toBeTruthy()
  expect(side('Right side').getByText(/^7\.05% of 3,431 received were harvested/)).toBeTruthy()
  await app.user.selectOptions(side('Right side').getByLabelText('Metric'), 'Harvest')
  await waitFor(() => expect(last(asked, 'Harvest')).toBeTruthy())
  app.history.back()
  await waitFor(() => expect((side('Right side').getByLabelText('Metric') as HTMLSelectElement).value).toBe('return'))
  expect(screen.getAllByRole('table')).toHaveLength(2)
  expect((side('Left side').getByLabelText('Metric') as HTMLSelectElement).value).toBe('yieldRate')
})

test('REP-9 an address with the name that % Yield had before opens the same', async () => {
  signedIn('manager')
  answering()
  renderApp(`${COMPARE}&leftMetric=survival`)
  const metric = await waitFor(() => side('Left side').getByLabelText('Metric') as HTMLSelectElement)
  expect(metric.selectedOptions[0]?.textContent).toBe('% Yield')
})

test('REP-2 REP-9 what stands above holds for both sides, until one has its own', async () => {
  signedIn('manager')
  const asked = answering()
  const app = renderApp(`${COMPARE}&leftDates=30`)
  await waitFor(() => expect(screen.getAllByRole('figure')).toHaveLength(2))
  await app.user.selectOptions(screen.getByLabelText('Growing Areas'), 'Site A')
  await app.user.selectOptions(screen.getByLabelText('Frequency'), 'Yearly')
  await waitFor(() => {
    expect(last(asked, 'Inventory')).toMatchObject({ activeLease: 'lease-a', frequency: 'Yearly' })
    expect(last(asked, '% Mortality')).toMatchObject({ activeLease: 'lease-a', frequency: 'Yearly' })
  })
  expect(last(asked, 'Inventory')).toMatchObject({ dateRange: 'Last 30 days' })
  expect(last(asked, '% Mortality')).toMatchObject({ dateRange: 'Last 90 days' })
  await chooseDates(app, 'Left side', 'as above')
  await waitFor(() => expect(last(asked, 'Inventory')).toMatchObject({ dateRange: 'Last 90 days' }))
  expect(app.address()).toBe(`${COMPARE}&area=lease-a&every=year`)
})

test('REP-2 REP-9 a side looks at all growing areas while one is chosen above', async () => {
  signedIn('manager')
  const asked = answering()
  const app = renderApp(`${COMPARE}&area=lease-a`)
  await waitFor(() => expect(last(asked, '% Mortality')).toMatchObject({ activeLease: 'lease-a' }))
  const area = () => side('Right side').getByLabelText('Area') as HTMLSelectElement
  expect([...area().options].map(({ text }) => text)).toEqual(['as above', 'All', 'Site A'])
  await app.user.selectOptions(area(), 'All')
  await waitFor(() => expect(last(asked, '% Mortality')).toMatchObject({ activeLease: 'All' }))
  expect(last(asked, 'Inventory')).toMatchObject({ activeLease: 'lease-a' })
  expect(app.address()).toBe(`${COMPARE}&area=lease-a&rightArea=all`)
  app.history.back()
  await waitFor(() => expect(area().value).toBe(''))
})

test('REP-11 a side with dates of its own asks once both are set', async () => {
  signedIn('manager')
  const asked = answering()
  const app = renderApp(COMPARE)
  await waitFor(() => expect(screen.getAllByRole('figure')).toHaveLength(2))
  await chooseDates(app, 'Right side', 'Custom')
  const dialog = within(await screen.findByRole('dialog', { name: 'Dates' }))
  await app.user.type(await dialog.findByLabelText('From'), '2017-03-01')
  expect(asked.some(({ dateRange }) => dateRange === 'Custom')).toBe(false)
  await app.user.type(dialog.getByLabelText('To'), '2017-11-30')
  await waitFor(() =>
    expect(last(asked, '% Mortality')).toMatchObject({
      dateRange: 'Custom',
      startDate: '2017-03-01',
      endDate: '2017-11-30',
    }),
  )
  expect(app.address()).toBe(`${COMPARE}&rightDates=custom&rightFrom=2017-03-01&rightTo=2017-11-30`)
})

test('REP-16 a side that fails leaves the other as it is', async () => {
  signedIn('manager')
  on.inventory(() => failure(500, 'The report could not be worked out.'))
  const app = renderApp(COMPARE)
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  answering()
  await app.user.click(side('Right side').getByRole('button', { name: 'Retry' }))
  expect(await side('Right side').findByRole('figure')).toBeTruthy()
  expect(side('Left side').getByRole('alert').textContent).toContain('The report could not be worked out.')
  await app.user.selectOptions(side('Left side').getByLabelText('Metric'), '% Return')
  expect(await side('Left side').findByRole('heading', { name: '% Return, end of month' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('bad values of a link fall back', async () => {
  signedIn('manager')
  const asked = answering()
  renderApp(`${COMPARE}&leftMetric=colour&rightDates=never&leftView=hologram&rightGraph=pie`)
  await waitFor(() => expect(screen.getAllByRole('figure')).toHaveLength(2))
  expect(last(asked, 'Inventory')).toMatchObject({ dateRange: 'Last 90 days' })
  expect(last(asked, '% Mortality')).toMatchObject({ dateRange: 'Last 90 days' })
})
