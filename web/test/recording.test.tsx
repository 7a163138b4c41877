import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { NewActivity, RecordAnswer } from '@/api'
import { addDays, dayHeading, todayAt } from '@/shared/lib/days'
import { held, noted } from './book'
import { farm, lease, user } from './data'
import { focused, renderApp } from './render'
import { failure, later, on, signedIn } from './server'

const RECORDED = { recorded: 1, skipped: 0, activities: [{ id: 'x', number: 18 }], recounts: [], sameDay: [] }
const TODAY = todayAt(farm())

const group = (name: string) => screen.getByRole('radiogroup', { name })
/** The line of a choice that is made; a press on it opens the choices again. */
const folded = (legend: string) => screen.getByRole('button', { name: new RegExp(`^${legend}: `) })
const radios = (name: string) =>
  within(group(name))
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent)
/** What is kept of the form. */
const kept = () => {
  const key = Object.keys(sessionStorage).find((one) => one.endsWith('/manage/farm-1/record#record'))
  return key && JSON.parse(sessionStorage.getItem(key) ?? '').values
}
interface Body {
  activities: NewActivity[]
  try?: boolean
}
/** What was sent to be recorded; tries record nothing. */
const sent = (calls: { body: unknown }[], index = 0): NewActivity | undefined =>
  calls.map(({ body }) => body as Body).filter((body) => !body.try)[index]?.activities[0]

async function open(address = '/manage/farm-1/record?activity=harvest') {
  const app = renderApp(address)
  await screen.findByRole('heading', { level: 2, name: 'Recent activities' })
  return app
}

beforeEach(() => {
  signedIn('manager')
  on.places({ data: [held()] })
  on.journal({ data: [] })
})

async function another(app: Awaited<ReturnType<typeof open>>, activity: string) {
  await app.user.click(folded('What was done'))
  await app.user.click(screen.getByRole('radio', { name: activity }))
}

async function harvest(app: Awaited<ReturnType<typeof open>>, count: string) {
  await app.user.click(within(group('Growing area')).getByRole('radio', { name: /Site A/ }))
  await app.user.type(screen.getByLabelText('Animals harvested'), count)
}

const press = (app: Awaited<ReturnType<typeof open>>) => app.user.click(screen.getByRole('button', { name: 'Record' }))

describe('TAG-2 the facts of a harvest', () => {
  const unfold = (app: Awaited<ReturnType<typeof open>>) =>
    app.user.click(screen.getByRole('button', { name: /^More about this harvest/ }))

  test('are folded away, go along, and the next harvest of the trip has them but the quantity', async () => {
    const calls = on.record(RECORDED)
    on.farm(farm({ country: 'USA' }))
    on.journal({ data: [noted({ facts: { buyer: 'Pike Place', unit: 'dozen' } })] })
    const app = await open()
    await harvest(app, '12')
    expect(screen.queryByLabelText('Buyer')).toBeNull()
    await unfold(app)
    await app.user.click(await screen.findByRole('button', { name: 'Pike Place' }))
    await app.user.type(screen.getByLabelText('Quantity'), '1')
    expect(screen.getByLabelText<HTMLSelectElement>('Unit').value).toBe('dozen')
    await app.user.type(screen.getByLabelText('Water temperature in °F'), '50')
    await app.user.click(screen.getByRole('button', { name: /^More about this harvest/ }))
    expect(screen.getByRole('button', { name: /1 dozen, to Pike Place, water 50 °F/ })).toBeTruthy()
    expect(kept().facts).toMatchObject({ buyer: 'Pike Place', quantity: '1' })
    await press(app)
    await screen.findByText(/^Recorded: 12/)
    expect(sent(calls)?.facts).toMatchObject({ buyer: 'Pike Place', quantity: 1, unit: 'dozen', waterTempC: 10 })
    expect(screen.getByRole('button', { name: 'More about this harvest to Pike Place, water 50 °F' })).toBeTruthy()
  })

  test('that cannot be are said beside their inputs, before and after they are sent', async () => {
    const field = 'activities.0.facts.landed'
    const refusal = 'That landing is before the harvest.'
    on.record(() => failure(400, `because [${refusal}]`, { [field]: refusal }))
    const app = await open()
    await harvest(app, '12')
    await unfold(app)
    await app.user.type(screen.getByLabelText('Quantity'), '2')
    await app.user.click(screen.getByRole('button', { name: /^More about this harvest/ }))
    await press(app)
    await focused(screen.getByLabelText('Unit'))
    await app.user.selectOptions(screen.getByLabelText('Unit'), 'bag')
    fireEvent.change(screen.getByLabelText('Time of landing'), { target: { value: '06:40' } })
    await press(app)
    await focused(screen.getByLabelText('Time of landing'))
    expect(screen.getByText(refusal)).toBeTruthy()
    expect(screen.getByText('Nothing was recorded. Please check what is marked above.')).toBeTruthy()
  })
})

describe('lengths of a size sample', () => {
  test('one by one by Enter, the last undone; mean and spread are said, and the next sample is measured so too', async () => {
    const calls = on.record(RECORDED)
    const app = await open('/manage/farm-1/record?activity=size')
    await app.user.click(within(group('Growing area')).getByRole('radio', { name: /Site A/ }))
    await app.user.click(screen.getByRole('button', { name: 'One by one' }))
    const input = await screen.findByLabelText('Length in mm')
    await app.user.type(input, '60{Enter}61,4{Enter}99{Enter}')
    await app.user.click(screen.getByRole('button', { name: 'Undo the last' }))
    expect(screen.getByText('2 animals measured: 60.7 mm on average, spread 0.7 mm')).toBeTruthy()
    expect(document.activeElement).toBe(input)
    await app.user.type(input, '62')
    expect(kept().sample).toMatchObject({ by: 'lengths', length: '62' })
    expect(calls).toHaveLength(0)
    await press(app)
    await screen.findByText(/^Recorded: 3 measured/)
    expect(sent(calls)).toMatchObject({ activity: 'size', lengths: [60, 61.4, 62] })
    expect(sent(calls)).not.toHaveProperty('sizeMm')
    expect(screen.getByText('None measured yet.')).toBeTruthy()
  })

  test('a refusal of the server is said beside the input', async () => {
    const field = 'activities.0.lengths'
    on.record(() => failure(400, 'because', { [field]: 'That is no oyster.' }))
    const app = await open('/manage/farm-1/record?activity=size')
    await app.user.click(within(group('Growing area')).getByRole('radio', { name: /Site A/ }))
    await app.user.click(screen.getByRole('button', { name: 'By class' }))
    await app.user.type(await screen.findByLabelText('From mm'), '60')
    await app.user.type(screen.getByLabelText('To mm'), '65')
    await app.user.type(screen.getByLabelText('Animals'), '10{Enter}')
    expect(screen.getByLabelText<HTMLInputElement>('From mm').value).toBe('65')
    await press(app)
    await screen.findByText('That is no oyster.')
    expect(screen.getByText('Nothing was recorded. Please check what is marked above.')).toBeTruthy()
  })
})

describe('what is asked', () => {
  test('the activity is in the URL, and only its fields are there', async () => {
    on.places({ data: [held({ containers: 2 })] })
    const app = await open('/manage/farm-1/record')
    expect(screen.queryByRole('button', { name: 'Record' })).toBeNull()
    await app.user.click(screen.getByRole('radio', { name: 'Size' }))
    expect(app.address()).toBe('/manage/farm-1/record?activity=size')
    await app.user.click(screen.getByRole('radio', { name: /Site A/ }))
    expect(screen.getByLabelText('Animals measured')).toBeTruthy()
    expect(screen.getByLabelText('Mean size in mm')).toBeTruthy()
    expect(screen.queryByLabelText('Containers that leave')).toBeNull()
    await another(app, 'Harvest')
    expect(screen.getByLabelText('Containers that leave')).toBeTruthy()
    expect(screen.queryByLabelText('Animals measured')).toBeNull()
  })

  test('an address that names a growing area and a lot begins there, whatever the activity', async () => {
    const raft = { sizeLabel: '', meshSize: 'raft', nickname: 'bag 1' }
    on.places({ data: [held(), held({ lotId: 'lot-2', lot: raft, onHand: 1200 })] })
    const app = await open('/manage/farm-1/record?activity=harvest&area=lease-a&lot=lot-2')
    expect(folded('Lot').textContent).toBe('Lot: raft, bag 1 1,200 on handChange')
    await app.user.type(screen.getByLabelText('Animals harvested'), '12')
    await another(app, 'Loss')
    expect(app.address()).toBe('/manage/farm-1/record?activity=loss&area=lease-a&lot=lot-2')
    expect(screen.getByLabelText('Animals lost')).toBeTruthy()
  })

  test.each(['area=lease-a&lot=gone', 'area=gone&lot=lot-1', 'lot=lot-1'])(
    'what is not there is not chosen: %s',
    async (named) => {
      on.places({ data: [held(), held({ lotId: 'lot-2', lot: { sizeLabel: '', meshSize: 'raft', nickname: '' } })] })
      await open(`/manage/farm-1/record?activity=harvest&${named}`)
      expect(screen.queryByLabelText('Animals harvested')).toBeNull()
    },
  )

  test('areas and lots are those with something alive, with the number on hand', async () => {
    on.farm(
      farm({ leases: [lease(), lease({ leaseId: 'b', name: 'Site B' }), lease({ leaseId: 'c', name: 'Site C' })] }),
    )
    const raft = { sizeLabel: '', meshSize: 'raft', nickname: 'bag 1' }
    on.places({
      data: [
        held(),
        held({ lot: raft, onHand: 1200, containers: 3 }),
        held({ leaseId: 'b', area: 'Site B', onHand: 0, containers: 1 }),
      ],
    })
    const app = await open()
    expect(radios('Growing area')).toEqual(['Site A1,274 on hand'])
    await app.user.click(screen.getByRole('radio', { name: /Site A/ }))
    expect(radios('Lot')).toEqual([
      'beach, bag 1Pacific oyster, planted 1 Mar 201774',
      'raft, bag 1Pacific oyster, planted 1 Mar 2017 · 3 containers1,200',
    ])
    await app.user.click(screen.getByRole('radio', { name: /raft/ }))
    expect(folded('Lot').textContent).toBe('Lot: raft, bag 1 1,200 in 3 containersChange')
    expect(screen.getByRole('link', { name: 'Journal of this lot' }).getAttribute('href')).toBe(
      '/manage/farm-1/lots/lot-1',
    )
    await app.user.click(folded('Lot'))
    expect(radios('Lot')).toHaveLength(2)
    await another(app, 'Plant')
    await app.user.click(folded('Growing area'))
    expect(radios('Growing area')).toHaveLength(3)
  })

  test('of two lots with one name the chosen one says what tells it apart', async () => {
    const planted = (datePlanted: string) => ({ ...held().group, datePlanted })
    on.places({
      data: [
        held({ containers: 2, group: planted('2026-03-01') }),
        held({ lotId: 'lot-2', group: planted('2026-04-01') }),
      ],
    })
    const app = await open()
    await app.user.click(screen.getByRole('radio', { name: /Site A/ }))
    await app.user.click(screen.getByRole('radio', { name: /planted 1 Mar 2026/ }))
    expect(folded('Lot').textContent).toContain('74 in 2 containers · planted 1 Mar 2026Change')
  })

  test('what was chosen folds to a line with the focus, and opens again at what was chosen', async () => {
    on.places({ data: [held(), held({ lotId: 'lot-2', leaseId: 'b', area: 'Site B' })] })
    on.farm(farm({ leases: [lease(), lease({ leaseId: 'b', name: 'Site B' })] }))
    const app = await open('/manage/farm-1/record')
    await app.user.click(screen.getByRole('radio', { name: 'Harvest' }))
    await focused(folded('What was done'))
    expect(screen.queryByRole('radiogroup', { name: 'What was done' })).toBeNull()
    await app.user.click(screen.getByRole('radio', { name: /Site A/ }))
    await focused(folded('Growing area'))
    await app.user.click(folded('Growing area'))
    await focused(screen.getByRole('radio', { name: /Site A/ }))
  })

  test('the arrow keys go through the choices without folding them; Space takes one', async () => {
    const app = await open('/manage/farm-1/record')
    screen.getByRole('radio', { name: 'Plant' }).focus()
    await app.user.keyboard('{ArrowDown}')
    await waitFor(() => expect(app.address()).toContain('activity=count'))
    await app.user.keyboard('{ArrowDown}')
    await waitFor(() => expect(app.address()).toContain('activity=size'))
    expect(screen.getByRole('radio', { name: 'Size' })).toBe(document.activeElement)
    await app.user.keyboard(' ')
    await focused(folded('What was done'))
  })

  test('where there is one lot, nothing else is offered', async () => {
    const app = await open()
    await app.user.click(screen.getByRole('radio', { name: /Site A/ }))
    expect(screen.getByText('beach, bag 1')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Lot: / })).toBeNull()
    expect(screen.getByLabelText('Animals harvested')).toBeTruthy()
  })

  test('what is missing is said beside its field, and the first one has the focus', async () => {
    const calls = on.record(RECORDED)
    const app = await open()
    await press(app)
    expect(group('Growing area').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Choose the growing area.')).toBeTruthy()
    await app.user.click(screen.getByRole('radio', { name: /Site A/ }))
    expect(screen.queryByText('Choose the growing area.')).toBeNull()
    await press(app)
    const count = screen.getByLabelText('Animals harvested')
    expect(count.getAttribute('aria-invalid')).toBe('true')
    await focused(count)
    expect(calls).toHaveLength(0)
  })
})

describe('recording', () => {
  test('says what will be recorded, records it, and is ready for the next', async () => {
    const calls = on.record(RECORDED)
    const app = await open()
    await harvest(app, '12')
    expect(screen.getByText('12 harvested from Site A, beach, bag 1; 62 remain.')).toBeTruthy()
    on.places({ data: [held({ onHand: 62 })] })
    on.journal({ data: [noted({ number: 18, count: 12 })] })
    await press(app)
    expect(await screen.findByText('Recorded: 12 harvested from Site A, beach, bag 1; 62 remain.')).toBeTruthy()
    const { id, ...first } = sent(calls) ?? { id: '' }
    expect(first).toEqual({
      activity: 'harvest',
      date: TODAY,
      leaseId: 'lease-a',
      group: held().group,
      lot: held().lot,
      count: 12,
      containers: 0,
      note: '',
    })
    expect((screen.getByLabelText('Animals harvested') as HTMLInputElement).value).toBe('')
    expect(screen.getByText('beach, bag 1', { exact: true })).toBeTruthy()
    expect(await screen.findByText('12 harvested')).toBeTruthy()
    expect(await screen.findByText('62 on hand', { selector: 'p' })).toBeTruthy()
    await app.user.type(screen.getByLabelText('Animals harvested'), '3')
    await press(app)
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(sent(calls, 1)?.id).not.toBe(id)
  })

  test("a refusal stands beside its field, in the rule's words", async () => {
    const rule =
      'More taken than there are: a harvest of 5,000 from Site A, beach, bag 1, where 74 are on 20 November 2026.'
    on.record(() => failure(400, `because [${rule}]`, { 'activities.0.count': rule }))
    const app = await open()
    await harvest(app, '5000')
    expect(screen.getByText('5,000 harvested from Site A, beach, bag 1; 4,926 more than the 74 on hand.')).toBeTruthy()
    await press(app)
    expect(await screen.findByText(rule)).toBeTruthy()
    const count = screen.getByLabelText('Animals harvested') as HTMLInputElement
    expect(count.getAttribute('aria-invalid')).toBe('true')
    const described = count.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain(rule)
    expect(count.value).toBe('5000')
    await focused(count)
    expect(screen.getByRole('alert').textContent).toContain('Nothing was recorded')
  })

  test('what is far from the last is asked back, and recorded once it is confirmed', async () => {
    const far = '5 is far from the 74 that the book has on 20 November 2026.'
    const asked = on.record(() => failure(409, far, { 'activities.0.count': far }, 'far-from-last'))
    const app = await open()
    await harvest(app, '5')
    await press(app)
    const confirm = await screen.findByRole('button', { name: 'Record all the same' })
    expect(asked[0]?.body).not.toHaveProperty('confirmed')
    const calls = on.record(RECORDED)
    await app.user.click(confirm)
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toMatchObject({ confirmed: true })
    expect(sent(calls)?.id).toBe(sent(asked)?.id)
  })

  test('a lost answer is tried again under the same id', async () => {
    const calls = on.record(() => Response.error())
    const app = await open()
    await harvest(app, '12')
    await press(app)
    expect((await screen.findByRole('alert')).textContent).toContain('What you typed is kept.')
    expect((screen.getByLabelText('Animals harvested') as HTMLInputElement).value).toBe('12')
    const again = on.record(RECORDED)
    await press(app)
    await screen.findByText(/^Recorded:/)
    expect(sent(again)?.id).toBe(sent(calls)?.id)
  })

  test('a first try that did get through, and other numbers since, is told apart', async () => {
    const calls = on.record(() => failure(409, 'taken', { 'activities.0.id': 'Is recorded already.' }))
    const app = await open()
    await harvest(app, '12')
    await press(app)
    expect((await screen.findByRole('alert')).textContent).toContain('Your earlier attempt did get through')
    const again = on.record(RECORDED)
    await press(app)
    await screen.findByText(/^Recorded:/)
    expect(sent(again)?.id).not.toBe(sent(calls)?.id)
  })

  test('a double tap records once', async () => {
    const answer = later<typeof RECORDED>()
    const calls = on.record(answer.reply)
    const app = await open()
    await harvest(app, '12')
    await app.user.dblClick(screen.getByRole('button', { name: 'Record' }))
    answer.give(RECORDED)
    await screen.findByText(/^Recorded:/)
    expect(calls).toHaveLength(1)
  })

  test('an ended session takes nothing away', async () => {
    on.record(() => failure(401, 'Please sign in.'))
    const app = await open()
    await harvest(app, '12')
    await app.user.click(screen.getByRole('button', { name: 'Add a note' }))
    await app.user.type(screen.getByLabelText('Note'), 'counted twice')
    await press(app)
    await waitFor(() => expect(app.address()).toContain('/login?returnUrl=/manage/farm-1/record'))
    expect(kept()).toMatchObject({ count: '12', leaseId: 'lease-a' })
    on.login({ token: 'fresh', user: user('manager') })
    on.my(user('manager'))
    await app.user.type(await screen.findByLabelText('Username or email'), 'manager')
    await app.user.type(screen.getByLabelText('Password'), 'merroir-demo')
    await app.user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText(/^What you typed is back/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Animals harvested').value).toBe('12')
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('counted twice')
    const calls = on.record(RECORDED)
    await press(app)
    await screen.findByText(/^Recorded:/)
    expect(sent(calls)).toMatchObject({ count: 12, note: 'counted twice' })
  })

  test('what was typed in this tab is there again, until it is started over', async () => {
    const first = await open()
    await harvest(first, '12')
    cleanup()
    const app = renderApp('/manage/farm-1/record?activity=harvest')
    expect(await screen.findByText(/What you typed is back/)).toBeTruthy()
    expect((screen.getByLabelText('Animals harvested') as HTMLInputElement).value).toBe('12')
    await app.user.click(screen.getByRole('button', { name: 'Start over' }))
    expect(screen.queryByLabelText('Animals harvested')).toBeNull()
    expect(kept()).toBeUndefined()
  })
})

describe('the day', () => {
  test('today, yesterday by one press, any other by its date', async () => {
    const calls = on.record(RECORDED)
    const app = await open()
    await harvest(app, '12')
    const day = () => within(group('Day'))
    expect((day().getByRole('radio', { name: 'Today' }) as HTMLInputElement).checked).toBe(true)
    expect(screen.queryByLabelText('Date')).toBeNull()
    await app.user.click(day().getByRole('radio', { name: 'Yesterday' }))
    expect(group('Day').textContent).toContain("This is not today's date.")
    await press(app)
    await screen.findByText(/^Recorded:/)
    expect(sent(calls)?.date).toBe(addDays(TODAY, -1))
    // The next entry is about that day too, and says so.
    expect((day().getByRole('radio', { name: 'Yesterday' }) as HTMLInputElement).checked).toBe(true)
    await app.user.click(day().getByRole('radio', { name: 'Another day' }))
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-01-05' } })
    expect((day().getByRole('radio', { name: 'Another day' }) as HTMLInputElement).checked).toBe(true)
    await app.user.type(screen.getByLabelText('Animals harvested'), '3')
    await press(app)
    await waitFor(() => expect(sent(calls, 1)?.date).toBe('2026-01-05'))
    await waitFor(() => expect(screen.getByLabelText('Animals harvested')).toHaveProperty('value', ''))
    await app.user.click(day().getByRole('radio', { name: 'Today' }))
    expect(screen.queryByLabelText('Date')).toBeNull()
  })

  test('its refusal stands beside it', async () => {
    on.record(() => failure(400, 'too early', { 'activities.0.date': 'Before the lot was planted.' }))
    const app = await open()
    await harvest(app, '12')
    await press(app)
    expect(await screen.findByText('Before the lot was planted.')).toBeTruthy()
    await focused(group('Day'))
    await app.user.click(within(group('Day')).getByRole('radio', { name: 'Another day' }))
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: '' } })
    await press(app)
    expect(screen.getByText('Enter the date.')).toBeTruthy()
    await focused(screen.getByLabelText('Date'))
  })
})

test('one press takes all of the animals, and the containers that they fill', async () => {
  on.places({ data: [held({ onHand: 1500, containers: 10 })] })
  const app = await open()
  await harvest(app, '450')
  await app.user.click(screen.getByRole('button', { name: 'In 3 containers' }))
  expect(screen.getByText(/^450 harvested .* with 3 containers; 1,050 remain\.$/)).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: 'All 1,500' }))
  await app.user.click(screen.getByRole('button', { name: 'In 10 containers' }))
  expect(screen.getByText(/^1,500 harvested .* with 10 containers; none remain\.$/)).toBeTruthy()
})

test('a note is asked for when it is wanted', async () => {
  const calls = on.record(RECORDED)
  const app = await open()
  await harvest(app, '12')
  expect(screen.queryByLabelText('Note')).toBeNull()
  await app.user.click(screen.getByRole('button', { name: 'Add a note' }))
  await focused(screen.getByLabelText('Note'))
  await app.user.type(screen.getByLabelText('Note'), 'low tide')
  await press(app)
  await screen.findByText(/^Recorded:/)
  expect(sent(calls)?.note).toBe('low tide')
})

test('a split: the rest is worked out as it is typed, and what does not fit is not sent', async () => {
  const calls = on.record(RECORDED)
  const app = await open('/manage/farm-1/record?activity=split')
  await app.user.click(screen.getByRole('radio', { name: /Site A/ }))
  await app.user.type(screen.getByLabelText('Animals'), '40')
  await app.user.type(screen.getByLabelText('Size label'), 'Large')
  expect(screen.getByText('34 remain')).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: 'Another part' }))
  const part = () => within(screen.getByRole('group', { name: 'Part 2' }))
  await app.user.type(part().getByLabelText('Animals'), '35')
  await app.user.type(part().getByLabelText('Size label'), 'Small')
  expect(screen.getByText('1 more than the 74 on hand')).toBeTruthy()
  await press(app)
  expect(screen.getByText('The 2 parts take 75 in total, 1 more than the 74 on hand.')).toBeTruthy()
  expect(calls).toHaveLength(0)
  await app.user.clear(part().getByLabelText('Animals'))
  await app.user.type(part().getByLabelText('Animals'), '4')
  await app.user.click(part().getByRole('button', { name: 'Put the remaining 30 here' }))
  expect(screen.getByText('none remain')).toBeTruthy()
  await press(app)
  await screen.findByText(/^Recorded: 74 taken from Site A/)
  expect(sent(calls)).toMatchObject({
    activity: 'split',
    count: 74,
    to: [
      { leaseId: 'lease-a', lot: { sizeLabel: 'Large', meshSize: 'beach', nickname: 'bag 1' }, count: 40 },
      { leaseId: 'lease-a', lot: { sizeLabel: 'Small', meshSize: 'beach', nickname: 'bag 1' }, count: 34 },
    ],
  })
})

test('a recall of the chosen growing area is told, with the way to its page; it hinders nobody', async () => {
  const recall = {
    _id: 'recall-1',
    party: 'State of Washington',
    date: 1_795_000_000_000,
    tags: 1,
    tag: 'tag-1',
    harvestDate: '2026-11-09',
    harvestLocation: 'Willapa Bay, Site B',
    species: 'oysters',
    leaseIds: ['b'],
  }
  on.farm(farm({ leases: [lease(), lease({ leaseId: 'b', name: 'Site B' })], openRecalls: [recall] }))
  on.places({ data: [held(), held({ leaseId: 'b', area: 'Site B' })] })
  const calls = on.record(RECORDED)
  const app = await open()
  await app.user.click(screen.getByRole('radio', { name: /Site A/ }))
  expect(screen.queryByText('Recall open here')).toBeNull()
  await app.user.click(folded('Growing area'))
  await app.user.click(screen.getByRole('radio', { name: /Site B/ }))
  const warning = screen.getByText('Recall open here').closest('p') as HTMLElement
  expect(warning.textContent).toBe('Recall open here: harvested 9 Nov 2026, by State of Washington.See recall')
  expect(within(warning).getByRole('link', { name: 'See recall' }).getAttribute('href')).toBe('/tag/tag-1')
  await app.user.type(screen.getByLabelText('Animals harvested'), '12')
  await press(app)
  await waitFor(() => expect(calls).toHaveLength(1))
})

describe('undo', () => {
  test('is confirmed, done, and its result shown', async () => {
    const calls = on.record(RECORDED)
    on.journal({ data: [noted()] })
    const app = await open()
    const line = await screen.findByRole('button', { name: /^10 harvested/ })
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    await app.user.click(line)
    expect(screen.getByText('If undone: 10 alive again at Site A, beach, bag 1.')).toBeTruthy()
    on.journal({
      data: [noted({ number: 18, activity: 'correction', count: -10, reverses: 17 }), noted({ reversed: true })],
    })
    await app.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone. 10 alive again at Site A, beach, bag 1.')).toBeTruthy()
    expect(document.activeElement?.textContent).toContain('Undone. 10 alive again')
    expect(screen.getByText('Undone: 10 harvested')).toBeTruthy()
    expect(sent(calls)).toEqual({ id: expect.stringMatching(/^[0-9a-f]{24}$/), activity: 'correction', reverses: 17 })
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('the lines stand under their days, the newest entry first', async () => {
    const yesterday = addDays(TODAY, -1)
    on.journal({
      data: [
        noted({ number: 4, date: yesterday, count: 4 }),
        noted({ number: 3, date: TODAY, count: 3 }),
        noted({ number: 2, date: yesterday, count: 2 }),
        noted({ number: 1, date: '2017-11-10', count: 1 }),
      ],
    })
    await open()
    await screen.findByText('4 harvested')
    const recent = within(screen.getByRole('region', { name: 'Recent activities' }))
    const days = recent.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(days).toEqual([dayHeading(yesterday, TODAY), dayHeading(TODAY, TODAY), '10 Nov 2017'])
    expect(recent.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 2).trim())).toEqual([
      '4',
      '2',
      '3',
      '1',
    ])
  })

  test('a refusal says why', async () => {
    on.record(() => failure(400, 'It would leave Site A with -10 animals, below zero.'))
    on.journal({ data: [noted({ activity: 'plant' })] })
    const app = await open()
    await app.user.click(await screen.findByRole('button', { name: /^10 planted/ }))
    await app.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect((await screen.findByRole('alert')).textContent).toContain('below zero')
  })
})

describe('a farm with nothing yet', () => {
  test('without growing areas: the way to add one', async () => {
    on.farm(farm({ leases: [] }))
    on.places({ data: [] })
    renderApp('/manage/farm-1/record')
    expect(await screen.findByText('No growing areas yet.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Add a growing area' }).getAttribute('href')).toBe(
      '/manage/farm-1?tab=info',
    )
    expect(screen.getByRole('link', { name: 'upload its groups' }).getAttribute('href')).toBe('/manage/farm-1/upload')
  })

  test('growing areas that have ended are not offered', async () => {
    on.farm(farm({ leases: [lease({ endedOn: '2026-05-01' })] }))
    on.places({ data: [] })
    renderApp('/manage/farm-1/record')
    expect(await screen.findByText('No growing areas yet.')).toBeTruthy()
  })

  test('without growing areas, for staff: the upload', async () => {
    signedIn('admin')
    on.farm(farm({ leases: [] }))
    on.places({ data: [] })
    renderApp('/farms/farm-1/record')
    const link = await screen.findByRole('link', { name: 'upload its groups' })
    expect(link.getAttribute('href')).toBe('/farms/upload/farm-1')
  })

  test('without animals: planting is all there is, and it is sent whole', async () => {
    on.places({ data: [] })
    const calls = on.record(RECORDED)
    const app = await open('/manage/farm-1/record?activity=harvest')
    expect(screen.getByText(/Nothing lives here yet/)).toBeTruthy()
    expect(screen.getByText('Plant', { exact: true })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^What was done/ })).toBeNull()
    await app.user.click(screen.getByRole('radio', { name: /Site A/ }))
    await app.user.click(await screen.findByRole('button', { name: 'Pacific oyster' }))
    await app.user.click(screen.getByRole('button', { name: 'raft' }))
    await app.user.type(screen.getByLabelText('Animals planted'), '5,000')
    expect(screen.getByText('5,000 planted at Site A, raft; Pacific oyster.')).toBeTruthy()
    await press(app)
    await screen.findByText(/^Recorded:/)
    expect(sent(calls)).toMatchObject({
      activity: 'plant',
      leaseId: 'lease-a',
      count: 5000,
      group: { oysterType: 'Pacific oyster', datePlanted: TODAY, locationPlanted: 'Site A' },
      lot: { sizeLabel: '', meshSize: 'raft', nickname: '' },
    })
  })
})

test('a failure of the book is told, and can be asked again', async () => {
  on.places(() => failure(500, 'The books could not be read.'))
  const app = renderApp('/manage/farm-1/record')
  expect((await screen.findByRole('alert')).textContent).toContain('The books could not be read.')
  on.places({ data: [held()] })
  await app.user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('radiogroup', { name: 'What was done' })).toBeTruthy()
})

test('the way here from the farm, for managers and for staff', async () => {
  renderApp('/manage/farm-1?tab=info')
  const link = await screen.findByRole('link', { name: 'Record' })
  expect(link.getAttribute('href')).toBe('/manage/farm-1/record')
  expect(screen.getByRole('link', { name: 'Upload Groups' }).getAttribute('href')).toBe('/manage/farm-1/upload')
})

describe('REP-18 counts stay what was counted', () => {
  const recount = {
    number: 9,
    date: '2017-11-10',
    leaseId: 'lease-a',
    area: 'Site A',
    lot: 'bag 1',
    counted: 74,
    died: false,
  }
  const nothing: RecordAnswer = { ...RECORDED, recounts: [], sameDay: [] }

  /** The first call is the try. */
  function tried(answer: RecordAnswer) {
    let asked = 0
    return () => (asked++ === 0 ? answer : nothing)
  }

  async function count(app: Awaited<ReturnType<typeof open>>, found: string) {
    await app.user.click(within(group('Growing area')).getByRole('radio', { name: /Site A/ }))
    await app.user.type(screen.getByLabelText('Animals found'), found)
  }

  test('what an earlier loss does to a count is said before it is recorded', async () => {
    const calls = on.record(tried({ ...nothing, recounts: [{ ...recount, before: -6, after: -2 }] }))
    const app = await open('/manage/farm-1/record?activity=loss')
    await app.user.click(within(group('Growing area')).getByRole('radio', { name: /Site A/ }))
    await app.user.type(screen.getByLabelText('Animals lost'), '4')
    await app.user.click(within(group('Day')).getByRole('radio', { name: 'Yesterday' }))
    await press(app)
    expect(
      await screen.findByText(/The count of 10 Nov 2017 stays 74\. It now shows 2 missing instead of 6\./),
    ).toBeTruthy()
    expect(sent(calls)).toBeUndefined()
    await app.user.click(screen.getByRole('button', { name: 'Record it' }))
    await screen.findByText(/^Recorded: 4 lost/)
    expect(sent(calls)?.count).toBe(4)
  })

  test('a count on a day with a harvest asks which came first', async () => {
    on.places({ data: [held({ lastDay: TODAY })] })
    on.counting({ missing: 'missing' })
    const calls = on.record(tried({ ...nothing, sameDay: ['x'] }))
    const app = await open('/manage/farm-1/record?activity=count')
    await count(app, '74')
    await press(app)
    expect(await screen.findByText(/Did you harvest before you counted\?/)).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Yes, I harvested first' }))
    await screen.findByText(/^Recorded: 74 found/)
    expect(sent(calls)).toMatchObject({ count: 74, afterRemovals: true })
    expect(sent(calls)?.clientTime).toBeGreaterThan(0)
  })

  test('animals that are not found are what the farm says, or what the person chooses', async () => {
    on.counting({ missing: 'dead' })
    const calls = on.record(nothing)
    const app = await open('/manage/farm-1/record?activity=count')
    await count(app, '70')
    const chosen = () =>
      within(group("Animals that the count didn't find")).getByRole<HTMLInputElement>('radio', { name: /Dead/ })
    await waitFor(() => expect(chosen().checked).toBe(true))
    await press(app)
    await screen.findByText(/^Recorded: 70 found/)
    expect(sent(calls)?.missing).toBeUndefined()
    await app.user.type(screen.getByLabelText('Animals found'), '68')
    await app.user.click(within(group("Animals that the count didn't find")).getByRole('radio', { name: /Missing/ }))
    await press(app)
    await waitFor(() => expect(sent(calls, 1)).toMatchObject({ count: 68, missing: 'missing' }))
  })
})
