import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Upload } from '@/api'
import { ContainersTable } from '@/features/equipment/ContainersTable'
import { emptyDraft } from '@/features/recording/draft'
import { Where } from '@/features/recording/Where'
import { BadRows } from '@/features/upload/BadRows'
import { FilterGroups } from '@/shared/ui/FilterGroups'
import { Searched } from '@/shared/ui/Searched'
import { held } from './book'
import { lease } from './data'

const many = (count: number, word: string) => Array.from({ length: count }, (_, n) => `${word} ${n + 1}`)
const asked: string[] = []

function filters(options: string[]) {
  const toggle = (key: string, value: string) => asked.push(`${key}: ${value}`)
  const groups = [{ key: 'equipment', label: 'Equipment', options }]
  render(<FilterGroups groups={groups} chosen={{}} textOf={(_, value) => value} onToggle={toggle} />)
  return within(screen.getByRole('group', { name: 'Equipment' }))
}

test('5,000 options of a filter: a part is in the page, and any is found by typing', async () => {
  const user = userEvent.setup()
  const group = filters(many(5000, 'basket'))
  expect(group.getAllByRole('checkbox')).toHaveLength(50)
  await user.type(group.getByRole('searchbox', { name: 'Find in Equipment' }), 'KET 4999')
  expect(group.getAllByRole('checkbox')).toHaveLength(1)
  await user.click(group.getByRole('checkbox', { name: 'basket 4999' }))
  expect(asked).toEqual(['equipment: basket 4999'])
  await user.type(group.getByRole('searchbox'), 'x')
  expect(group.getByText('No matches.')).toBeTruthy()
})

test('those that nobody knows the name of are shown part by part, and the focus is not lost', async () => {
  const user = userEvent.setup()
  const group = filters(many(90, 'basket'))
  await user.click(group.getByRole('button', { name: 'Show more' }))
  expect(group.getAllByRole('checkbox')).toHaveLength(90)
  expect(group.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(document.activeElement?.textContent).toBe('90 of 90')
})

test('REP-13 five options are seen at a glance, and more can be searched', () => {
  const group = filters(many(5, 'basket'))
  expect(group.getAllByRole('checkbox')).toHaveLength(5)
  expect(group.queryByRole('searchbox')).toBeNull()
  cleanup()
  expect(filters(many(6, 'basket')).getByRole('searchbox', { name: 'Find in Equipment' })).toBeTruthy()
})

test('what was typed does not hide what comes after the list was short', async () => {
  const user = userEvent.setup()
  const list = (count: number) => (
    <Searched all={many(count, 'bag')} textOf={(one) => one} label="Find a bag">
      {(shown) => <p>{shown.join(', ')}</p>}
    </Searched>
  )
  const { rerender } = render(list(6))
  await user.type(screen.getByRole('searchbox'), 'bag 6')
  expect(screen.getByText('bag 6')).toBeTruthy()
  rerender(list(2))
  expect(screen.getByText('bag 1, bag 2')).toBeTruthy()
  rerender(list(6))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  expect(screen.getByText(/^bag 1, .*bag 6$/)).toBeTruthy()
})

test('300 lots of a growing area are looked through by typing', async () => {
  const user = userEvent.setup()
  const places = many(300, 'bag').map((meshSize) => held({ lot: { sizeLabel: '', meshSize, nickname: '' } }))
  render(
    <Where
      section="manage"
      farmId="farm-1"
      activity="harvest"
      draft={{ ...emptyDraft('2017-11-10'), leaseId: 'lease-a' }}
      leases={[lease({ leaseId: 'lease-a' })]}
      places={places}
      onArea={() => undefined}
      onPlace={() => undefined}
      problems={{}}
    />,
  )
  const lots = within(screen.getByRole('radiogroup', { name: 'Lot' }))
  expect(lots.getAllByRole('radio')).toHaveLength(50)
  await user.type(screen.getByRole('searchbox', { name: 'Find a lot' }), 'bag 300')
  expect(lots.getByRole('radio', { name: /bag 300/ })).toBeTruthy()
})

test('1,200 bad rows and 800 container types come 500 at a time', async () => {
  const user = userEvent.setup()
  const errors = many(1200, 'reason').map((reason, line) => ({ line, column: 'date', reason }))
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <BadRows farmId="farm-1" upload={{ _id: 'up-1', errors, refused: 1200 } as unknown as Upload} />
    </QueryClientProvider>,
  )
  expect(screen.getAllByRole('row')).toHaveLength(501)
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(screen.getAllByRole('row')).toHaveLength(1001)
  unmount()
  render(<ContainersTable kinds={many(800, 'tray').map((type) => ({ type, count: 1, share: 0 }))} />)
  expect(screen.getAllByRole('row')).toHaveLength(501)
  expect(screen.getByText('500 of 800')).toBeTruthy()
})
