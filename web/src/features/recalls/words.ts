import type {
  RecallAnswer,
  RecallBook,
  RecallChoice,
  RecallDetail,
  RecallEvent,
  RecallParty,
  RecallReach,
  RecallTotal,
} from '@/api'
import { formatDay } from '@/shared/lib/days'
import { counted } from '@/shared/lib/numbers'
import { quantityNumber, quantityWords } from '@/shared/lib/units'

/** What a choice says, in words. Firm and growing areas are named where something of theirs is reached. */
export function choiceOf(choice: RecallChoice, reach?: RecallReach): string {
  const { tags, farmId, lotIds, leaseIds, area, certs, from, to } = choice
  const areas = new Map(reach?.firms.flatMap(({ lots }) => lots.map((lot) => [lot.leaseId, lot.area] as const)))
  const named = leaseIds?.map((id) => areas.get(id)) ?? []
  const parts = [
    tags?.length && counted(tags.length, 'named tag'),
    reach?.firms.find(({ farm }) => farm === farmId)?.name,
    lotIds?.length && counted(lotIds.length, 'lot'),
    named.length > 0 && (named.every(Boolean) ? named.join(' and ') : counted(named.length, 'growing area')),
    area && `harvested at ${area}`,
    certs?.length && `certificate ${certs.join(', ')}`,
    from && to && from === to ? `harvested on ${formatDay(from)}` : '',
    from && to && from !== to ? `harvested from ${formatDay(from)} to ${formatDay(to)}` : '',
    from && !to ? `harvested from ${formatDay(from)}` : '',
    to && !from ? `harvested to ${formatDay(to)}` : '',
  ]
  return parts.filter(Boolean).join(', ')
}

export const OUTCOMES = [
  { value: 'returned', label: 'Returned' },
  { value: 'destroyed', label: 'Destroyed' },
  { value: 'sold', label: 'Sold' },
] as const

const TOLD: Record<string, string> = {
  acknowledged: 'Acknowledged',
  delivered: 'Delivered, not acknowledged',
  sent: 'On its way',
  failed: 'Not delivered',
  call: 'To be called',
  untold: 'Not told in a drill',
}

export function toldOf({ told, releasedAt }: RecallParty): string {
  return releasedAt ? 'No longer reached' : (TOLD[told] ?? told)
}

const ACTIONS: Record<string, string> = {
  declare: 'Declared',
  correct: 'Corrected',
  end: 'Ended',
  reach: 'Reached more',
  call: 'Called',
  again: 'Notice sent again',
  takeBack: 'Entry taken back',
  answer: 'Report corrected',
}

export const actionOf = ({ action }: RecallEvent) => ACTIONS[action] ?? action

/** Why, and of whom. */
export function detailOf({ detail }: RecallEvent): string {
  const said = ['why', 'reason', 'openReason', 'to', 'spokeTo', 'note', 'outcome'].map((name) => detail[name])
  const reports = [
    answeredOf(detail.answer as RecallAnswer | undefined),
    detail.before && `before: ${answeredOf(detail.before as RecallAnswer)}`,
  ]
  return [...said, ...reports].filter((part): part is string => typeof part === 'string' && part !== '').join(' · ')
}

/** What a company reported, in words. */
export function answeredOf(answer: RecallAnswer | null | undefined): string {
  if (!answer) return ''
  const counts = [
    answer.onHand != null && `still has ${quantityNumber(answer.onHand)}`,
    answer.sold != null && `sold ${quantityNumber(answer.sold)}`,
    answer.destroyed != null && `destroyed ${quantityNumber(answer.destroyed)}`,
    answer.returned != null && `returned ${quantityNumber(answer.returned)}`,
  ]
  return [...counts, answer.note].filter(Boolean).join(', ')
}

/** What of a recall is open: how much, and who has not acknowledged. */
export function openOf({ effectiveness: e, parties }: Pick<RecallDetail, 'effectiveness' | 'parties'>): string {
  const open = e.totals.filter(({ unaccounted }) => unaccounted > 0)
  if (open.length === 0) return ''
  const amounts = open.map(({ unaccounted, unit }) => quantityWords(unaccounted, unit)).join(' and ')
  const silent = parties.filter(
    ({ acknowledgedAt, releasedAt, told }) => !acknowledgedAt && !releasedAt && told !== 'untold',
  )
  if (silent.length === 0) return `${amounts} unaccounted for.`
  const names = silent.slice(0, 10).map(({ name }) => name)
  const more = silent.length > names.length ? ` and ${silent.length - names.length} more` : ''
  return `${amounts} unaccounted for. Not acknowledged: ${names.join(', ')}${more}.`
}

export const percentOf = (value: number | null | undefined) => (value == null ? 'nothing shipped' : `${value}%`)

export function stateOf({ endedAt, kind }: Pick<RecallBook, 'endedAt' | 'kind'>): string {
  if (kind === 'drill') return endedAt ? 'Drill, ended' : 'Drill'
  return endedAt ? 'Ended' : 'Open'
}

/** What was shipped to somebody and what of it is unaccounted for, in words. */
export function restOf(totals: readonly RecallTotal[]): string {
  if (totals.length === 0) return 'Nothing shipped'
  return totals
    .map(
      ({ unaccounted, shipped, unit }) =>
        `${quantityNumber(unaccounted)} of ${quantityWords(shipped, unit)} unaccounted for`,
    )
    .join(', ')
}
