import { saveFile } from './saveFile'

export type Cell = string | number

// The same rule as plain.Cell on the server: a formula also hides behind a separator, or in full-width signs.
const FORMULA = /^[ ",;\u00a0]*[=+\-@＝＋－＠\p{Cc}]/u

/**
 * A text that a spreadsheet would run as a formula gets a leading apostrophe;
 * numbers stay numbers, negative ones too.
 */
function safe(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  return FORMULA.test(cell) ? `'${cell}` : cell
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** RFC 4180, with a byte order mark so that spreadsheets read it as UTF-8. */
export function toCsv(rows: Cell[][]): string {
  const lines = rows.map((row) => row.map((cell) => quoted(safe(cell))).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** A file name from words: "Salish Sea Test Beds", "inventory" -> salish-sea-test-beds-inventory.csv */
export function csvName(...words: string[]): string {
  const name = words
    .join(' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  return `${name.replace(/^-|-$/g, '')}.csv`
}

export function saveCsv(name: string, rows: Cell[][]): void {
  saveFile(name, new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }))
}
