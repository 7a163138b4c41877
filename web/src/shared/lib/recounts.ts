import { type Day, formatDay } from './days'
import { exact } from './numbers'

/** A recorded count whose difference changes. */
interface Recounted {
  date: Day
  counted: number
  before: number
  after: number
  /** Animals that it does not find are dead, not missing. */
  died: boolean
}

/** What a count shows besides the animals it found: "40 missing", "40 dead", "30 more than expected", "none missing". */
function shows(difference: number, lacking: string): string {
  if (difference === 0) return `none ${lacking}`
  return difference < 0 ? `${exact(-difference)} ${lacking}` : `${exact(difference)} more than expected`
}

/** A missing number needs its word only once: "40 missing instead of 100". */
function change(before: number, after: number, lacking: string): string {
  if (before < 0 && after < 0) return `${shows(after, lacking)} instead of ${exact(-before)}`
  return `${shows(after, lacking)} instead of ${shows(before, lacking)}`
}

/** "The count of 10 May 2026 stays 900. It now shows 40 missing instead of 100." */
export function recountSentence({ date, counted, before, after, died }: Recounted): string {
  const shown = change(before, after, died ? 'dead' : 'missing')
  return `The count of ${formatDay(date)} stays ${exact(counted)}. It now shows ${shown}.`
}
