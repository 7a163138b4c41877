import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RecallDetail, RecallPartyDetail, RecallTotal } from '@/api'
import { answeredOf, detailOf } from '@/features/recalls/words'
import { farm } from './data'
import { renderApp } from './render'
import { failure, lastBody, on, signedIn } from './server'

const ID = 'd'.repeat(24)
const TAG = 'a'.repeat(24)

const total = (unaccounted: number): RecallTotal => ({
  unit: 'dozen',
  received: 20,
  passedOn: 0,
  shipped: 20,
  returned: 20 - unaccounted,
  destroyed: 0,
  sold: 0,
  unaccounted,
  recovered: 100 - 5 * unaccounted,
  accounted: 100 - 5 * unaccounted,
})

const recall = (unaccounted: number, part: Partial<RecallDetail> = {}): RecallDetail => ({
  _id: ID,
  kind: 'recall',
  party: 'State of Maine',
  reason: 'Vibrio',
  class: 'II',
  choice: { tags: [TAG] },
  declaredAt: 1,
  declaredBy: 'rea',
  endedAt: null,
  endedBy: '',
  endReason: '',
  openReason: '',
  farm: '',
  firms: [],
  followed: true,
  history: [],
  own: true,
  parties: [],
  reach: { seen: { digest: 'd', tags: 1, firms: 1, consignees: 1 }, firms: [], consignees: [] },
  effectiveness: {
    accounted: 100 - 5 * unaccounted,
    recovered: 100 - 5 * unaccounted,
    acknowledged: 0,
    answered: 0,
    parties: 1,
    totals: [total(unaccounted)],
    unaccounted: unaccounted > 0 ? 1 : 0,
  },
  result: null as unknown as RecallDetail['result'],
  ...part,
})

const diner = (part: Partial<RecallPartyDetail> = {}): RecallPartyDetail => ({
  _id: 'p1',
  kind: 'consignee',
  farm: 'farm-1',
  firm: 'North Bay',
  name: 'Diner',
  email: 'diner@harbor.example',
  phone: '',
  address: '',
  cert: '',
  addedAt: 1,
  releasedAt: null,
  told: 'acknowledged',
  toldAt: 2,
  acknowledgedAt: 3,
  acknowledgedBy: 'Kim',
  shippers: ['North Bay'],
  totals: [total(20)],
  onward: [],
  lines: [{ tag: TAG, ...total(20) }],
  entries: [],
  notices: [
    {
      _id: 'n1',
      kind: 'notice',
      email: 'diner@harbor.example',
      sentAt: 2,
      by: '',
      deliveredAt: 2,
      failedAt: null,
      trouble: '',
      acknowledgedAt: 3,
      acknowledgedBy: 'Kim',
      answer: { note: 'In the walk-in', sold: 80 / 12 } as RecallPartyDetail['notices'][number]['answer'],
    },
  ],
  ...part,
})

beforeEach(() => signedIn('admin'))

describe('RECALL-3 the end of a recall', () => {
  const openDialog = async () => {
    const app = renderApp(`/admin/recalls/${ID}`)
    await app.user.click(await screen.findByRole('button', { name: 'End the recall' }))
    const form = within(await screen.findByRole('form', { name: 'End the recall' }))
    return { ...app, form, end: () => app.user.click(form.getByRole('button', { name: 'End the recall' })) }
  }

  test('with product unaccounted for it needs a second reason', async () => {
    on.recall(recall(4))
    const calls = on.endRecall({ _id: ID })
    const { user, form, end } = await openDialog()
    expect(form.getByText('4 dozen unaccounted for.')).toBeTruthy()
    await user.type(form.getByLabelText('Reason'), 'Over')
    await end()
    await form.findByText('Please say why it ends anyway')
    expect(calls).toHaveLength(0)
    await user.type(form.getByLabelText('Why it ends with product unaccounted for'), 'Eaten')
    await end()
    await waitFor(() => expect(lastBody(calls)).toEqual({ reason: 'Over', openReason: 'Eaten' }))
  })

  test('with everything accounted for one reason is enough', async () => {
    on.recall(recall(0))
    const calls = on.endRecall({ _id: ID })
    const { user, form, end } = await openDialog()
    expect(form.queryByLabelText('Why it ends with product unaccounted for')).toBeNull()
    await end()
    await form.findByText('Please give the reason')
    await user.type(form.getByLabelText('Reason'), 'Over')
    await end()
    await waitFor(() => expect(lastBody(calls)).toEqual({ reason: 'Over', openReason: '' }))
  })

  test('the second reason is asked for if only the server knows what is open', async () => {
    on.recall(recall(0))
    on.endRecall(failure(400, 'Something is unaccounted for.', { openReason: '2 bags are unaccounted for' }))
    const { user, form, end } = await openDialog()
    await user.type(form.getByLabelText('Reason'), 'Over')
    await end()
    const why = await form.findByLabelText('Why it ends with product unaccounted for')
    expect(form.getByText('2 bags are unaccounted for')).toBeTruthy()
    const calls = on.endRecall({ _id: ID })
    await user.type(why, 'Eaten')
    await end()
    await waitFor(() => expect(lastBody(calls)).toEqual({ reason: 'Over', openReason: 'Eaten' }))
  })

  test('a drill needs none', async () => {
    on.recall(recall(4, { kind: 'drill' }))
    const calls = on.endRecall({ _id: ID })
    const { user } = renderApp(`/admin/recalls/${ID}`)
    await user.click(await screen.findByRole('button', { name: 'End the drill' }))
    const form = within(await screen.findByRole('form', { name: 'End the drill' }))
    await user.type(form.getByLabelText('Reason'), 'Done')
    await user.click(form.getByRole('button', { name: 'End the drill' }))
    await waitFor(() => expect(lastBody(calls)).toEqual({ reason: 'Done', openReason: '' }))
  })
})

describe('RECALL-2 what a company reports', () => {
  test('staff correct it, to three decimals', async () => {
    on.recall(recall(20, { parties: [diner()] }))
    on.recallParty(diner())
    const calls = on.answerRecall({ _id: ID })
    const { user } = renderApp(`/admin/recalls/${ID}?party=p1`)
    const form = within(await screen.findByRole('form', { name: 'Correct the report' }))
    expect(form.getByLabelText<HTMLInputElement>('Sold').value).toBe('6.667')
    expect(form.getByLabelText<HTMLInputElement>('Note').value).toBe('In the walk-in')
    expect(screen.getByText(/Says: sold 6.667, In the walk-in$/)).toBeTruthy()

    await user.type(form.getByLabelText('Returned'), '1,5')
    await user.click(form.getByRole('button', { name: 'Correct the report' }))
    await form.findByText('Write a plain number, such as 1500 or 2.5')
    expect(calls).toHaveLength(0)

    await user.clear(form.getByLabelText('Returned'))
    await user.type(form.getByLabelText('Returned'), '1.5')
    await user.clear(form.getByLabelText('Sold'))
    await user.click(form.getByRole('button', { name: 'Correct the report' }))
    await waitFor(() => expect(lastBody(calls)).toEqual({ note: 'In the walk-in', returned: 1.5 }))
  })

  test('a refusal of the server stands at its field', async () => {
    on.recall(recall(20, { parties: [diner()] }))
    on.recallParty(diner())
    const most = 'That is not a whole number of animals'
    on.answerRecall(failure(400, most, { sold: most }))
    const { user } = renderApp(`/admin/recalls/${ID}?party=p1`)
    const form = within(await screen.findByRole('form', { name: 'Correct the report' }))
    await user.type(form.getByLabelText('Sold'), '1')
    await user.click(form.getByRole('button', { name: 'Correct the report' }))
    await waitFor(() => expect(form.getByLabelText('Sold').getAttribute('aria-invalid')).toBe('true'))
    expect(form.getByText(most)).toBeTruthy()
  })

  test('staff report nothing for a company that has not acknowledged', async () => {
    const silent = diner({ told: 'delivered', acknowledgedAt: null, acknowledgedBy: '', notices: [] })
    on.recall(recall(20, { parties: [silent] }))
    on.recallParty(silent)
    renderApp(`/admin/recalls/${ID}?party=p1`)
    await screen.findByRole('button', { name: 'Note a call' })
    expect(screen.queryByRole('form', { name: /Acknowledge|Correct the report/ })).toBeNull()
  })

  test('a firm acknowledges for itself', async () => {
    signedIn('manager')
    on.farm(farm())
    const own = diner({
      kind: 'firm',
      acknowledgedAt: null,
      acknowledgedBy: '',
      notices: [],
      lines: [],
      name: 'North Bay',
    })
    on.farmRecall(recall(20, { own: false, parties: [own] }))
    on.farmRecallParty(own)
    const calls = on.answerFarmRecall({ _id: ID })
    const { user } = renderApp(`/manage/farm-1/recalls/${ID}?party=p1`)
    const form = within(await screen.findByRole('form', { name: 'Acknowledge the recall' }))
    expect(form.queryByLabelText('Sold')).toBeNull() // nothing was shipped to it
    await user.type(form.getByLabelText('Note'), 'All put aside')
    await user.click(form.getByRole('button', { name: 'Acknowledge the recall' }))
    await waitFor(() => expect(lastBody(calls)).toEqual({ note: 'All put aside' }))
  })

  test('the history has three decimals too', () => {
    const answer = { note: '', onHand: 0, sold: 80 / 12, destroyed: 1500.12345, returned: 1 / 12 }
    expect(answeredOf(answer)).toBe('still has 0, sold 6.667, destroyed 1,500.123, returned 0.083')
    const event = { action: 'answer', at: 1, by: 'Kim', detail: { before: { sold: 1 / 12 }, answer } }
    expect(detailOf(event)).toContain('before: sold 0.083')
  })
})
