import type { Bucket, Report } from '@/api'
import { formatDay, formatRange } from '@/shared/lib/days'
import { counted, exact, percent } from '@/shared/lib/numbers'
import { bucketName, everyOf, isPart } from './buckets'
import { seriesOf } from './figure'
import { metricOf, wholeOf } from './metrics'
import { inWords } from './units'

/** "1,107 harvested": the parts that make the difference, leaving out zeros. */
function reasons({ planted = 0, moved, adjusted, harvested, lost }: Reasons): string {
  return [
    planted !== 0 && `${exact(planted)} planted`,
    moved > 0 && `${exact(moved)} moved in`,
    moved < 0 && `${exact(-moved)} moved out`,
    harvested !== 0 && `${exact(harvested)} harvested`,
    lost !== 0 && `${exact(lost)} lost`,
    adjusted < 0 && `${exact(-adjusted)} fewer found than expected`,
    adjusted > 0 && `${exact(adjusted)} more found than expected`,
  ]
    .filter(Boolean)
    .join(', ')
}

type Reasons = Pick<Bucket, 'moved' | 'adjusted' | 'harvested' | 'lost'> & { planted?: number }

type Opening = NonNullable<Report['opening']>

/** What happened after the day before a report up to the end of its last bucket. */
function between(opening: Opening, last: Bucket): Reasons {
  return {
    planted: last.planted - opening.planted,
    moved: last.moved - opening.moved,
    adjusted: last.adjusted - opening.adjusted,
    harvested: last.harvested - opening.harvested,
    lost: last.lost - opening.lost,
  }
}

function changeSince(opening: Opening, last: Bucket): string {
  const grown = last.inventory - opening.inventory
  const day = formatDay(opening.day)
  if (grown === 0) return `, as many as on ${day}`
  return `, ${grown > 0 ? 'up' : 'down'} ${exact(Math.abs(grown))} since ${day}`
}

/**
 * "2,082 alive on 30 Nov 2017, down 1,408 since 28 Feb 2017: 1,107 harvested, 242 lost, 59 fewer found than expected."
 * The change is that of the chosen dates, from the day before the first of them.
 */
function inventorySummary({ opening }: Report, last: Bucket, brief: boolean): string {
  const alive = `${exact(last.inventory)} alive on ${formatDay(last.to)}`
  if (!opening) return `${alive}.`
  const why = brief ? '' : reasons(between(opening, last))
  return `${alive}${changeSince(opening, last)}${why && `: ${why}`}.`
}

/** "2,082 alive on 30 Nov 2017. The largest share is Site A with 35.01%." */
function shareSummary(answer: Report, last: Bucket, brief: boolean): string {
  const alive = `${exact(last.inventory)} alive on ${formatDay(last.to)}.`
  if (brief) return alive
  let [largest, most] = ['', 0]
  for (const { label, values } of seriesOf(answer)) {
    const value = values.at(-1) ?? 0
    if (value > most) [largest, most] = [label, value]
  }
  return most > 0 ? `${alive} The largest share is ${largest} with ${percent(most)}.` : alive
}

/** "1,107 harvested from 1 Mar to 30 Nov 2017, the most in Nov 2017: 318." */
function harvestSummary(answer: Report, brief: boolean): string {
  const range = daysInWords({ from: answer.startDate, to: answer.endDate })
  const total = answer.data.reduce((sum, row) => sum + row.harvest, 0)
  if (total === 0) return `Nothing was harvested ${range}.`
  if (brief) return `${exact(total)} harvested ${range}.`
  const most = answer.data.reduce((best, row) => (row.harvest > best.harvest ? row : best))
  const every = everyOf(answer)
  const days = every === 'day' || every === 'week' || isPart(most, every)
  const when = days ? daysInWords(most) : `in ${bucketName(most, every)}`
  const peak = answer.data.length > 1 ? `, the most ${when}: ${exact(most.harvest)}` : ''
  return `${exact(total)} harvested ${range}${peak}.`
}

function daysInWords({ from, to }: Pick<Bucket, 'from' | 'to'>): string {
  return `${from === to ? 'on' : 'from'} ${formatRange(from, to)}`
}

/** "Yield is 92.95%: of 3,431 received by 30 Nov 2017, 2,082 are shell stock, 1,107 were harvested and 242 were lost." */
function yieldSummary(row: Bucket, brief: boolean): string {
  const { inventory, harvested, lost, movedOn, to } = row
  const { all, came } = wholeOf(row)
  if (all === 0) return nothingCame(row)
  const parts = [
    `${exact(inventory)} are shell stock`,
    `${exact(harvested)} were harvested`,
    `${exact(lost)} were lost`,
    ...(movedOn === undefined ? [] : [`${exact(movedOn)} moved on`]),
  ]
  const rate = percent((100 * (all - lost)) / all)
  return `Yield is ${rate}: of ${exact(all)} ${came} by ${formatDay(to)}, ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}.${missingWords(row.missing, brief)}`
}

/** " 980 more were missing at counts."; they are no part of what was lost. */
function missingWords(missing: number, brief: boolean): string {
  return brief || missing === 0 ? '' : ` ${counted(missing, 'more was', 'more were')} missing at counts.`
}

function nothingCame(row: Bucket): string {
  const by = formatDay(row.to)
  return row.entered === undefined ? `Nothing was received by ${by}.` : `Nothing entered by ${by}.`
}

/** "62.48 mm on average on 30 Nov 2017, up 37.75 mm since 28 Feb 2017." */
function sizeSummary({ opening }: Report, last: Bucket, brief: boolean): string {
  const day = formatDay(last.to)
  if (last.value === null) {
    return last.inventory === 0
      ? `No animals are alive on ${day}.`
      : `None of the animals alive on ${day} were measured.`
  }
  const size = `${inWords(last.value, 'mm')} on average on ${day}`
  if (!opening || opening.value === null) return `${size}.`

  const grown = last.value - opening.value
  const since = brief ? '' : ` since ${formatDay(opening.day)}`
  if (Math.abs(grown) < 0.005) return `${size}, no change${since}.`
  return `${size}, ${grown > 0 ? 'up' : 'down'} ${inWords(Math.abs(grown), 'mm')}${since}.`
}

const PERCENT_WORDS = {
  mortality: (row: Bucket) => ['were lost', counted(row.lost, 'animal')],
  return: (row: Bucket) => ['were harvested', counted(row.harvested, 'animal')],
  yieldRate: (row: Bucket) => ['were not lost', `${exact(row.inventory)} alive and ${exact(row.harvested)} harvested`],
}

/** "7.05% of 3,431 received were lost by 30 Nov 2017: 242 animals." */
function percentSummary(key: keyof typeof PERCENT_WORDS, row: Bucket, brief: boolean): string {
  if (row.value === null) return nothingCame(row)
  const [what, count] = PERCENT_WORDS[key](row)
  const { all, came } = wholeOf(row)
  const rate = `${percent(row.value)} of ${exact(all)} ${came} ${what} by ${formatDay(row.to)}${brief ? '' : `: ${count}`}.`
  return key === 'return' ? rate : rate + missingWords(row.missing, brief)
}

/** "2.51% of 3,188 at risk were lost from 1 to 30 Jun 2017: 80 animals. Mark of 2.0% a month: passed in 2 of 12 months." */
function intervalSummary(answer: Report, last: Bucket, brief: boolean): string {
  const count = brief ? '' : `: ${counted(last.loss, 'animal')}`
  const rate =
    last.value === null
      ? `Nothing was at risk ${daysInWords(last)}.`
      : `${percent(last.value)} of ${exact(last.atRisk)} at risk were lost ${daysInWords(last)}${count}.${missingWords(last.missingIn, brief)}`
  if (!answer.season.mark) return rate
  const passed = answer.data.filter(({ value, mark }) => value !== null && mark !== undefined && value > mark).length
  const mark = `Mark of ${percent(answer.season.mark)} a month:`
  if (passed === 0) return `${rate} ${mark} not passed.`
  if (answer.data.length === 1) return `${rate} ${mark} passed.`
  return `${rate} ${mark} passed in ${passed} of ${counted(answer.data.length, everyOf(answer))}.`
}

/** "A year before: 1,020." of the last bucket, or of all together where these add up. */
function beforeWords(answer: Report, last: Bucket): string {
  if (!last.lastYear || answer.graphType === 'share') return ''
  const together = metricOf(answer).inBucket && answer.unit === 'animals'
  const value = together
    ? answer.data.reduce((sum, { lastYear }) => sum + (lastYear?.value ?? 0), 0)
    : last.lastYear.value
  return value === null ? ' A year before it is not known.' : ` A year before: ${inWords(value, answer.unit)}.`
}

/** The report in one sentence, and the year before in another where that was asked for. */
export function summaryOf(answer: Report, brief = false): string {
  const last = answer.data.at(-1)
  return last ? sentenceOf(answer, last, brief) + beforeWords(answer, last) : ''
}

/** The report in one sentence, mostly of its last bucket; briefly it leaves out where that comes from. */
function sentenceOf(answer: Report, last: Bucket, brief: boolean): string {
  const { key } = metricOf(answer)
  switch (key) {
    case 'inventory':
      return answer.graphType === 'share' ? shareSummary(answer, last, brief) : inventorySummary(answer, last, brief)
    case 'harvest':
      return harvestSummary(answer, brief)
    case 'yield':
      return yieldSummary(last, brief)
    case 'intervalMortality':
      return intervalSummary(answer, last, brief)
    case 'size':
      return sizeSummary(answer, last, brief)
    default:
      return percentSummary(key, last, brief)
  }
}
