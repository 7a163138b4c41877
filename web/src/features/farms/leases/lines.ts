import { type Line, limits } from '@/api'
import type { Problems } from '@/forms'
import { counted, exact } from '@/shared/lib/numbers'

const { lines: LINES_MAX, spots: SPOTS_MAX } = limits.farmRules
const TOO_MANY = `A growing area has at most ${LINES_MAX} lines.`

/** A line as it is being edited. */
export interface LineDraft {
  name: string
  /** Digits; empty if not given. */
  spots: string
}

/** What is in the inputs that add lines. */
export interface NewLines {
  names: string
  spots: string
}

export function draftsOf(lines: readonly Line[]): LineDraft[] {
  return lines.map(({ name, spots }) => ({ name, spots: spots ? String(spots) : '' }))
}

export function linesOf(drafts: readonly LineDraft[]): Line[] {
  return drafts.map(({ name, spots }) => ({ name: name.trim(), spots: Number(spots.trim() || 0) }))
}

const FROM_TO = /^(.*?)(\d+)\s+to\s+(.*?)(\d+)$/i

/** The names that a text stands for: 'L1 to L20' (or 'L1 to 20') for twenty, otherwise what the commas separate. At most one more than a growing area can have. */
export function namesIn(text: string): string[] {
  const pattern = FROM_TO.exec(text.trim())
  if (pattern) {
    const [, prefix = '', first = '', again = '', last = ''] = pattern
    const count = Number(last) - Number(first) + 1
    if ((again === '' || again === prefix) && count > 0) {
      return Array.from({ length: Math.min(count, LINES_MAX + 1) }, (_, at) =>
        `${prefix}${String(Number(first) + at).padStart(first.length, '0')}`.trim(),
      )
    }
  }
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

const keyOf = (name: string) => name.trim().toLowerCase()

/** The lines, plus those of the names that are not among them yet. */
export function withNames(lines: readonly LineDraft[], names: readonly string[], spots: string): LineDraft[] {
  const seen = new Set(lines.map(({ name }) => keyOf(name)))
  const fresh = names.filter((name) => !seen.has(keyOf(name)) && seen.add(keyOf(name)))
  return [...lines, ...fresh.map((name) => ({ name, spots: spots.trim() }))]
}

/** The lines plus the new ones, or unchanged while these cannot be added. */
export function withNew(lines: LineDraft[], fresh: NewLines): LineDraft[] {
  const all = withNames(lines, namesIn(fresh.names), fresh.spots)
  return all.length > LINES_MAX || spotsProblem(fresh.spots) ? lines : all
}

/** Why the new lines cannot be added; undefined if they can, or if there are none. */
export function newProblem(lines: LineDraft[], fresh: NewLines): string | undefined {
  if (withNames(lines, namesIn(fresh.names), '').length > LINES_MAX) return TOO_MANY
  return fresh.names.trim() ? spotsProblem(fresh.spots) : undefined
}

/** What pressing Add would do: "Adds 20 lines: L1, L2, … L20." Empty while nothing is named. */
export function addedWords(lines: readonly LineDraft[], names: readonly string[]): string {
  if (names.length === 0) return ''
  const all = withNames(lines, names, '')
  const fresh = all.slice(lines.length).map(({ name }) => name)
  if (fresh.length === 0) return names.length === 1 ? 'That line exists already.' : 'All of them exist already.'
  if (all.length > LINES_MAX) return TOO_MANY
  const shown = fresh.length > 3 ? `${fresh.slice(0, 2).join(', ')}, … ${fresh.at(-1)}` : fresh.join(', ')
  const there = names.length - fresh.length
  const skipped = there > 0 ? ` ${there === 1 ? '1 exists' : `${exact(there)} exist`} already.` : ''
  return `Adds ${counted(fresh.length, 'line')}: ${shown}.${skipped}`
}

export function spotsProblem(spots: string): string | undefined {
  const text = spots.trim()
  if (/^\d*$/.test(text) && Number(text) <= SPOTS_MAX) return undefined
  return `A number from 0 to ${exact(SPOTS_MAX)}`
}

/** What is wrong with the lines, by the paths of their inputs; empty if nothing is. */
export function lineProblems(lines: readonly LineDraft[]): Problems {
  const problems: Problems = {}
  const seen = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const key = keyOf(line.name)
    const spots = spotsProblem(line.spots)
    if (!key) problems[`lines.${index}.name`] = 'A line needs a name'
    else if (seen.has(key)) problems[`lines.${index}.name`] = `Two lines are named ${line.name.trim()}`
    if (spots) problems[`lines.${index}.spots`] = spots
    seen.add(key)
  }
  return problems
}
