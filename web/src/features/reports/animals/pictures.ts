import type { Story } from '@/api'
import { type Day, formatDay, formatRange } from '@/shared/lib/days'
import { counted, exact } from '@/shared/lib/numbers'
import { bucketName } from '../buckets'
import { BUCKET_HEADS, type Grid, type Series } from '../figure'
import type { Unit } from '../metrics'
import { inWords } from '../units'

type Period = Story['course'][number]

/** What of the animals is drawn, by its name in the URL. */
export const PICTURES = [
  { value: 'living', label: 'Living' },
  { value: 'size', label: 'Size' },
  { value: 'lost', label: 'Losses' },
] as const

export type PictureKey = (typeof PICTURES)[number]['value']

/** One picture of animals over time, and all that is said with it. */
export interface Picture {
  title: string
  summary: string
  unit: Unit
  /** Columns over one another; else a line through what was measured. */
  layers: boolean
  /** Each number is of its days, not of their end. */
  inBucket: boolean
  series: Series[]
  /** How the numbers are worked out. */
  formula: string
  explanation: string
  grid: Grid
}

/** Why there is nothing to draw; null where there is something. */
export type Nothing = 'size' | 'lost'

export function nothingOf({ course, flow }: Pick<Story, 'course' | 'flow'>, key: PictureKey): Nothing | null {
  if (key === 'size' && course.every(({ measured }) => measured === 0)) return key
  return key === 'lost' && flow.lost === 0 && course.every((period) => period.flow.lost === 0) ? key : null
}

export function pictureOf(story: Story, key: PictureKey): Picture {
  if (key === 'size') return sizes(story)
  return key === 'lost' ? losses(story) : living(story)
}

const gridOf = (
  { course, every }: Story,
  columns: { head: string; unit: Unit; of: (period: Period) => number | null }[],
): Grid => ({
  head: [BUCKET_HEADS[every], ...columns.map(({ head }) => head)],
  units: columns.map(({ unit }) => unit),
  rows: course.map((period) => ({ name: bucketName(period, every), numbers: columns.map(({ of }) => of(period)) })),
})

/** The areas in which they ever lived, those with the most animals first. */
function areasOf(course: Period[]): { leaseId: string; area: string }[] {
  const lived = new Map<string, { leaseId: string; area: string; sum: number }>()
  for (const { leaseId, area, living } of course.flatMap(({ areas }) => areas))
    lived.set(leaseId, { leaseId, area, sum: (lived.get(leaseId)?.sum ?? 0) + living })
  return [...lived.values()].sort((a, b) => b.sum - a.sum)
}

const livingIn = ({ areas }: Period, leaseId: string) => areas.find((one) => one.leaseId === leaseId)?.living ?? 0

function living(story: Story): Picture {
  const { course, every } = story
  const areas = areasOf(course)
  const split = areas.map(({ leaseId, area }) => ({
    head: area,
    unit: 'animals' as const,
    of: (period: Period) => livingIn(period, leaseId),
  }))
  return {
    title: areas.length > 1 ? 'Living animals by growing area' : 'Living animals',
    summary: livingWords(story),
    unit: 'animals',
    layers: true,
    inBucket: false,
    series: areas.map(({ leaseId, area }) => ({
      key: leaseId,
      label: area,
      values: course.map((period) => livingIn(period, leaseId)),
    })),
    formula: `What lived where at the end of each ${every}.`,
    explanation: 'Planted and moved in, less moved out, harvested and lost, as counts put it right.',
    grid: gridOf(story, [
      ...split,
      ...(areas.length > 1 ? [{ head: 'All', unit: 'animals' as const, of: (period: Period) => period.living }] : []),
    ]),
  }
}

/** "31,321 living in 2 growing areas on 23 Nov 2026, at most 33,010 on 14 Jun 2026." */
function livingWords({ course, last }: Story): string {
  const now = course.at(-1)
  if (!now) return ''
  const most = course.reduce((best, period) => (period.living > best.living ? period : best))
  const where = now.areas.length > 1 ? ` in ${counted(now.areas.length, 'growing area')}` : ''
  const peak = most.living > now.living ? `, at most ${exact(most.living)} on ${formatDay(most.to)}` : ''
  return `${now.living > 0 ? exact(now.living) : 'None'} living${where} on ${formatDay(last)}${peak}.`
}

const onOrFrom = ({ from, to }: { from: Day; to: Day }) => `${from === to ? 'on' : 'from'} ${formatRange(from, to)}`

function sizes(story: Story): Picture {
  const { course, every } = story
  return {
    title: 'Mean size in mm',
    summary: sizeWords(course.filter(({ meanMm }) => meanMm !== null)),
    unit: 'mm',
    layers: false,
    inBucket: true,
    series: [{ key: 'size', label: 'Mean size', values: course.map(({ meanMm }) => meanMm) }],
    formula: `The mean of all that were measured in a ${every}.`,
    explanation: `A ${every} in which nothing was measured has no dot. Grading takes the largest or the smallest away, which a lot shows as growth that is none.`,
    grid: gridOf(story, [
      { head: 'Mean size', unit: 'mm', of: ({ meanMm }) => meanMm },
      { head: 'Measured', unit: 'animals', of: ({ measured }) => measured },
    ]),
  }
}

/** "52 mm on average of 30 measured from 16 to 22 Nov 2026, up 10.5 mm since 6 to 12 Jul 2026." */
function sizeWords(measured: Period[]): string {
  const [first, last] = [measured[0], measured.at(-1)]
  if (!first || !last) return ''
  const mean = `${inWords(last.meanMm ?? 0, 'mm')} on average of ${exact(last.measured)} measured ${onOrFrom(last)}`
  const grown = (last.meanMm ?? 0) - (first.meanMm ?? 0)
  if (first === last) return `${mean}.`
  const change =
    Math.abs(grown) < 0.005 ? 'no change' : `${grown > 0 ? 'up' : 'down'} ${inWords(Math.abs(grown), 'mm')}`
  return `${mean}, ${change} since ${formatRange(first.from, first.to)}.`
}

function losses(story: Story): Picture {
  const { course, every, flow } = story
  const most = course.reduce((best, period) => (period.flow.lost > best.flow.lost ? period : best))
  const peak = course.length > 1 ? `, the most ${onOrFrom(most)}: ${exact(most.flow.lost)}` : ''
  return {
    title: 'Animals lost',
    summary: `${exact(flow.lost)} lost ${onOrFrom({ from: story.first, to: story.last })}${peak}.`,
    unit: 'animals',
    layers: true,
    inBucket: true,
    series: [{ key: 'lost', label: 'Lost', values: course.map((period) => period.flow.lost) }],
    formula: `What was recorded as lost in each ${every}.`,
    explanation: 'What was undone does not count. What a count found missing is no loss here: it corrects what lives.',
    grid: gridOf(story, [
      { head: 'Lost', unit: 'animals', of: (period) => period.flow.lost },
      { head: 'Living at the end', unit: 'animals', of: (period) => period.living },
    ]),
  }
}
