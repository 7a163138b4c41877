import type { RecallBook, RecallChoice, RecallEvent, RecallParty, RecallReach, RecallTotal } from '@/api'
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
}

export const actionOf = ({ action }: RecallEvent) => ACTIONS[action] ?? action

/** Why, and of whom. */
export function detailOf({ detail }: RecallEvent): string {
  const said = ['why', 'reason', 'to', 'spokeTo', 'note', 'outcome'].map((name) => detail[name])
  return said.filter((part): part is string => typeof part === 'string' && part !== '').join(' · ')
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
