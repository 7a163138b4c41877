import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { farm, page, row } from './data'
import { renderApp } from './render'
import { on, signedIn } from './server'

const NOTHING = { seen: { digest: 'd', tags: 0, firms: 0, consignees: 0 }, firms: [], consignees: [] }
const LOT = 'a'.repeat(24)
const OTHER = 'b'.repeat(24)

const form = async () => within(await screen.findByRole('form', { name: 'What is recalled' }))

beforeEach(() => {
  signedIn('admin')
  on.farm(farm({ _id: 'farm-2', name: 'Tidewater' }))
})

test('RECALL-1 any firm can be chosen, also beyond the first hundred', async () => {
  on.farms(({ url }) =>
    new URL(url).searchParams.get('name')
      ? page([row({ _id: 'farm-2', name: 'Tidewater' })])
      : page([row({ _id: 'farm-1', name: 'Abalone Bay' })], 250, 1, 100),
  )
  const looked = on.recallReach(NOTHING)
  const { user } = renderApp('/admin/recalls/new')
  const chooser = await form()
  await user.type(await chooser.findByLabelText('Find a firm by its name'), 'tide')
  await chooser.findByRole('option', { name: 'Tidewater' })
  await chooser.findByText('1 firm to choose from, with “tide” in the name.')
  await user.selectOptions(chooser.getByLabelText('Firm'), 'farm-2')
  await user.type(chooser.getByLabelText('Place, as tags state it'), 'Reef')
  await user.click(chooser.getByRole('button', { name: 'See whom it reaches' }))
  await screen.findByText('That reaches no tag.')
  expect(looked[0]?.body).toMatchObject({ choice: { farmId: 'farm-2', area: 'Reef' } })
  await waitFor(async () => expect((await form()).getByLabelText<HTMLSelectElement>('Firm').value).toBe('farm-2'))
})

test('RECALL-1 a lot is chosen by its id, or by the address of its page', async () => {
  const looked = on.recallReach(NOTHING)
  on.farms(page([row({ _id: 'farm-2', name: 'Tidewater' })]))
  const { user } = renderApp('/admin/recalls/new')
  const chooser = await form()
  const address = `https://merroir.example/farms/${'c'.repeat(24)}/lots/${OTHER}?by=month`
  await user.type(chooser.getByLabelText('Lots'), `${LOT}, ${address}`)
  await user.click(chooser.getByRole('button', { name: 'See whom it reaches' }))
  await screen.findByText('That reaches no tag.')
  expect(looked[0]?.body).toMatchObject({ choice: { lotIds: [LOT, OTHER] } })
})

test('RECALL-1 before the yes one sees which lots and tags are reached, and through what', async () => {
  const amounts = { quantities: [{ unit: 'each', quantity: 200, left: 200 }], gone: false }
  on.recallReach({
    seen: { digest: 'd', tags: 3, firms: 2, consignees: 0 },
    firms: [
      {
        ...amounts,
        farm: 'farm-2',
        name: 'Tidewater',
        tags: 1,
        path: [{ tag: LOT, firm: 'Tidewater', event: 'harvest' }],
        nearest: [{ tag: LOT, from: '', event: 'harvest' }],
        lots: [
          {
            lotId: 'l1',
            leaseId: 'a1',
            name: 'Select, Flip bag (Pacific oyster)',
            area: 'Ledge',
            date: '2026-11-20',
            animals: 200,
          },
        ],
      },
      {
        ...amounts,
        farm: 'farm-3',
        name: 'Pike Place',
        tags: 2,
        path: [],
        nearest: [{ tag: OTHER, from: LOT, event: 'split' }],
        lots: [],
      },
    ],
    consignees: [],
  })
  on.farms(page([row({ _id: 'farm-2', name: 'Tidewater' })]))
  renderApp('/admin/recalls/new?farm=farm-2&lease=a1&from=2026-11-20&to=2026-11-22')
  const said = await screen.findByText(/^Reaches/)
  expect(said.textContent).toContain(': Tidewater, Ledge, harvested from 20 Nov 2026 to 22 Nov 2026.')
  const lots = within(screen.getByRole('region', { name: 'Lots that are reached' }))
  lots.getByRole('row', { name: 'Select, Flip bag (Pacific oyster) Ledge 20 Nov 2026 200 animals Tidewater' })
  const tags = within(screen.getByRole('region', { name: 'Tags that are reached' }))
  tags.getByRole('row', { name: `${LOT} Harvested chosen directly` })
  tags.getByRole('row', { name: `${OTHER} Split off ${LOT}` })
  tags.getByText('The first 1 of them are listed; the recall’s spreadsheet has all.')
})
