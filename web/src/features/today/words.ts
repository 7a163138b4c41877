import type { Need, OpenRecall, Trend } from '@/api'
import { formatDay, longDay } from '@/shared/lib/days'
import { dollarsOf } from '@/shared/lib/money'
import { counted, exact } from '@/shared/lib/numbers'

/** A sentence whose important parts are strong: [text, true]. */
export type Sentence = (string | [string, true])[]

const strong = (text: string): [string, true] => [text, true]

/** The sentence as plain text. */
export function plainOf(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part[0])).join('')
}

/** What the farm needs, in one sentence. */
export function needSentence(need: Need): Sentence {
  if (need.recall) return recallSentence(need.recall)
  if (need.lease) {
    const { name, days, dateOfExpiration, animals } = need.lease
    return ['The lease of ', strong(name), ` ${ends('end', days, dateOfExpiration)}. ${livingWords(animals)}`]
  }
  if (need.certificate) {
    const { cert, days, dateOfExpiration } = need.certificate
    return ['Certificate ', strong(cert), ` ${ends('expire', days, dateOfExpiration)}.`]
  }
  if (need.paper) return paperSentence(need.paper)
  if (need.invoice) {
    const { number, total, days, dueOn, failed } = need.invoice
    if (failed) return ['The card could not be charged for invoice ', strong(number), ` for ${dollarsOf(total)}.`]
    const due = days < 0 ? `was due on ${formatDay(dueOn)}` : days === 0 ? 'is due today' : `is due ${inDays(days)}`
    return ['Invoice ', strong(number), ` for ${dollarsOf(total)} ${due}.`]
  }
  return []
}

function recallSentence({ party, tags, harvestDate }: OpenRecall): Sentence {
  const harvested =
    harvestDate &&
    (tags === 1 ? `, harvested on ${formatDay(harvestDate)}` : `, one harvested on ${formatDay(harvestDate)}`)
  return ['The recall by ', strong(party), ` reaches ${counted(tags, 'tag')} of this farm${harvested}.`]
}

function livingWords(animals: number): string {
  if (animals === 0) return 'Nothing lives there.'
  return animals === 1 ? '1 animal lives there.' : `${exact(animals)} animals live there.`
}

function inDays(days: number): string {
  return days === 1 ? 'tomorrow' : `in ${counted(days, 'day')}`
}

function ends(verb: string, days: number, on: string): string {
  if (days < 0) return `${verb}${verb.endsWith('e') ? 'd' : 'ed'} on ${formatDay(on)}`
  return days === 0 ? `${verb}s today` : `${verb}s ${inDays(days)}`
}

const PAPER: Record<string, string> = {
  mobile: 'mobile',
  industrial: 'industrial',
  mobileSticker: 'sticker',
  blackLineMobile: 'black line mobile',
}

function paperSentence({ paperType, problem, reason, left, perWeek, refillAt }: NonNullable<Need['paper']>): Sentence {
  const kind = PAPER[paperType] ?? paperType
  if (problem === 'held') return ['Shipments of ', strong(`${kind} paper`), ` are on hold: ${withStop(reason)}`]
  const tags = left > 0 ? strong(counted(left, `${kind} tag`)) : strong(`No ${kind} tags`)
  const are = left === 1 ? 'is' : 'are'
  if (problem === 'stopped') return [tags, ` ${are} left, and no refill will be ordered.${rateWords(left, perWeek)}`]
  return [tags, ` ${are} left. A refill is ordered when ${exact(refillAt)} are left.${rateWords(left, perWeek)}`]
}

function withStop(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function rateWords(left: number, perWeek: number): string {
  if (left <= 0 || perWeek <= 0) return ''
  const weeks = Math.floor(left / perWeek)
  if (weeks === 0) return ` At ${exact(perWeek)} a week that will last a few days.`
  return ` At ${exact(perWeek)} a week that will last ${counted(weeks, 'week')}.`
}

/** How many animals live on the farm, and what brought the number about. */
export function farmSentence({ since, before, animals, planted, harvested, lost, adjusted, ever }: Trend): string {
  const events = [
    planted && `${exact(planted)} planted`,
    harvested && `${exact(harvested)} harvested`,
    lost && `${exact(lost)} lost`,
    adjusted && `${exact(Math.abs(adjusted))} ${adjusted < 0 ? 'fewer' : 'more'} found than expected`,
  ].filter((event) => event !== 0)
  const reasons = events.length > 0 ? `: ${listed(events as string[])}` : ''
  const day = longDay(since)
  const change = animals - before
  if (animals === 0 && before === 0) {
    if (events.length > 0) return `No animals live here. Since ${day}${reasons}.`
    return ever ? 'No animals live here now.' : 'No animals live here yet.'
  }
  if (animals === 0) return `No animals live here now. There were ${exact(before)} on ${day}${reasons}.`
  const live = animals === 1 ? '1 animal lives here' : `${exact(animals)} animals live here`
  if (before === 0) return `${live}, and none did on ${day}${reasons}.`
  if (change === 0) return `${live}, as many as on ${day}${reasons}.`
  return `${live}, ${exact(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than on ${day}${reasons}.`
}

function listed(parts: string[]): string {
  if (parts.length < 2) return parts.join('')
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
