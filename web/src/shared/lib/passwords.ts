export interface Strength {
  /** 0 is too short to be accepted, 1 easy to guess, 2 good, 3 very good. */
  level: 0 | 1 | 2 | 3
  /** What to do, or that all is well. The words change only where the advice does. */
  words: string
}

/** A password this many characters longer than required is very good. */
const LONG = 8

/** With fewer different characters than this, one or two keys were pressed again and again. */
const VARIED = 5

const lengthOf = (text: string) => [...text].length

/**
 * Advice on a password as it is typed: what counts is its length, not what it
 * is made of. The server decides, and knows more (such as the passwords that
 * everybody uses). `own` are the names that a stranger would try first.
 */
export function strengthOf(password: string, min: number, own: readonly string[] = []): Strength {
  // The server counts characters in the same normal form.
  const text = password.normalize('NFKC')
  const length = lengthOf(text)
  if (length === 0) return { level: 0, words: `At least ${min} characters. A few words in a row are easy to remember.` }
  if (length < min) return { level: 0, words: `Still too short: at least ${min} characters.` }
  const folded = text.toLowerCase()
  if (new Set(folded).size < VARIED) return { level: 1, words: 'Easy to guess: the same few characters.' }
  const named = own.some((name) => lengthOf(name) > 3 && folded.includes(name.toLowerCase()))
  if (named) return { level: 1, words: 'Easier to guess: it has your name in it.' }
  if (length < min + LONG) return { level: 2, words: 'Long enough. Longer is better.' }
  return { level: 3, words: 'Good and long.' }
}
