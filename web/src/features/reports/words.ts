import { FORMULAS, type Report } from '@/api'
import { formatDay } from '@/shared/lib/days'
import { everyOf } from './buckets'
import { splitOf } from './figure'
import { type MetricKey, metricOf, overEntered } from './metrics'
import type { FrequencyKey } from './model'

const COUNTED: Record<string, string> = {
  'Shell Stock': 'Shell stock',
  Harvested: 'Harvested',
  Lost: 'Lost',
  'By Size': 'Shell stock by size',
}

function what(answer: Report): string {
  switch (metricOf(answer).key) {
    case 'inventory':
      return answer.graphType === 'share' ? 'Share of living animals' : 'Living animals'
    case 'harvest':
      return answer.graphType === 'share' ? 'Share of the harvest' : 'Animals harvested'
    case 'yield':
      return COUNTED[answer.segment] ?? 'Yield'
    case 'size':
      return 'Average size in mm'
    case 'intervalMortality':
      return 'Animals lost of those at risk'
    default:
      return answer.metric
  }
}

/** "Living animals, end of month" */
export function titleOf(answer: Report, today: boolean): string {
  if (today) return `${what(answer)} today`
  const every = everyOf(answer)
  const known = answer.knownOn ? `, as known on ${formatDay(answer.knownOn)}` : ''
  return `${what(answer)}, ${metricOf(answer).inBucket ? 'each' : 'end of'} ${every}${known}`
}

const YIELD_SHARES: Record<string, string> = {
  'Shell Stock': 'shell stock',
  Harvested: 'harvested',
  Lost: 'lost',
  'By Size': 'shell stock of one size',
}

function yieldShare(answer: Report): string {
  const one = YIELD_SHARES[answer.segment]
  if (overEntered(answer))
    return one ? `Share = ${one} / entered` : 'Shell stock + harvested + lost + moved on = 100% of entered'
  return one ? `Share = ${one} / received` : 'Shell stock + harvested + lost = 100% of received'
}

function shareFormula(answer: Report, key: MetricKey, when: string): string {
  if (key === 'yield') return `${yieldShare(answer)}, ${when}.`
  const kind = key === 'harvest' ? 'harvested animals' : 'living animals'
  return `Share = ${kind} of one ${splitOf(answer)} / all ${kind}, ${when}.`
}

/** How the numbers are worked out, in one line. */
export function formulaOf(answer: Report, today: boolean): string {
  const { key, inBucket } = metricOf(answer)
  const formula = FORMULAS[key][overEntered(answer) ? 'ofPart' : 'ofAll']
  const when = today ? 'today' : `${inBucket ? 'within' : 'at the end of'} each ${everyOf(answer)}`
  return answer.graphType === 'share' ? shareFormula(answer, key, when) : `${formula}${inBucket ? '' : ','} ${when}.`
}

const RECEIVED =
  'Received is what was planted, plus what moved in and less what moved out, plus what a count found too many and less what it found too few.'
const SINCE_PLANTING =
  'Harvested and lost are all animals harvested or recorded dead since planting, not only within these dates.'
const FILTERED =
  'Only animals that pass the growing area and the filters are counted. The last bucket ends on the last day shown.'
const ENTERED =
  'Entered is what was planted, plus what moved in from outside the part of the farm that is asked about, plus what a count found too many and less what it found too few. What moves or is graded out of the part has moved on; it did not die there, and counts each time that it goes.'
const MISSING = 'Animals that counts did not find are missing, not lost: they are no part of mortality.'
const HUNDRED = 'Yield and mortality add up to 100%. Where nothing was received there is no percentage.'

const EXPLANATIONS: Record<MetricKey, (every: FrequencyKey) => string[]> = {
  inventory: () => [RECEIVED, SINCE_PLANTING, FILTERED],
  yield: () => [
    'Shell stock is what is alive. Yield is the part of received that was not lost: shell stock and harvested together.',
    RECEIVED,
    MISSING,
    SINCE_PLANTING,
    FILTERED,
  ],
  harvest: (every) => [
    `Each ${every} counts what was harvested on its days; what was harvested before is not in it.`,
    'Only animals that pass the growing area and the filters are counted. The first and the last bucket hold only the days shown.',
  ],
  size: () => [
    "Each lot counts with the newest size measured up to that day, as many times as it has living animals. A lot that was never measured has its group's newest size.",
    'Where nothing that lives was measured there is a gap, not a zero.',
    FILTERED,
  ],
  intervalMortality: (every) => [
    `At risk is what was alive at the beginning of the ${every}, and what came in it: planted, moved in from outside and found too many by a count, less what one found too few.`,
    "The farm's mark is a share a month, worked out for as many days as each bucket has.",
    MISSING,
    'Mortality so far is of all animals that ever came. Where nothing was at risk there is no percentage.',
    FILTERED,
  ],
  mortality: () => [RECEIVED, MISSING, HUNDRED, FILTERED],
  yieldRate: () => [RECEIVED, MISSING, HUNDRED, FILTERED],
  return: () => [
    RECEIVED,
    'Harvested is everything harvested since planting. Where nothing was received there is no percentage.',
    FILTERED,
  ],
}

/** How the numbers are worked out, in full. */
export function explanationOf(answer: Report): string[] {
  const sentences = EXPLANATIONS[metricOf(answer).key](everyOf(answer))
  if (!overEntered(answer)) return sentences
  return sentences.map((one) =>
    one === RECEIVED
      ? ENTERED
      : one.replace('of received', 'of what entered').replace('nothing was received', 'nothing entered'),
  )
}
