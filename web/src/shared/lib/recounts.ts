import { type Day, formatDay } from './days'
import { exact } from './numbers'

/** A recorded count whose difference changes. */
interface Recounted {
  date: Day
  counted: number
  before: number
  after: number
}

/** What a count shows besides the animals it found: "40 missing", "30 more than expected", "none missing". */
function shows(difference: number): string {
  if (difference === 0) return 'none missing'
  return difference < 0 ? `${exact(-difference)} missing` : `${exact(difference)} more than expected`
}

/** A missing number needs its word only once: "40 missing instead of 100". */
function change(before: number, after: number): string {
  if (before < 0 && after < 0) return `${shows(after)} instead of ${exact(-before)}`
  return `${shows(after)} instead of ${shows(before)}`
}

/** "The count of 10 May 2026 stays 900. It now shows 40 missing instead of 100." */
export function recountSentence({ date, counted, before, after }: Recounted): string {
  return `The count of ${formatDay(date)} stays ${exact(counted)}. It now shows ${change(before, after)}.`
}
