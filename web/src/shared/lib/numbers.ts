const exactFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** Every digit, grouped: 2,082. */
export function exact(value: number): string {
  return exactFormat.format(value)
}

const STEPS = [
  { size: 1e9, sign: 'B' },
  { size: 1e6, sign: 'M' },
  { size: 1e3, sign: 'K' },
]

/** For axes and legends: plain below 1,000, then K, M or B with one decimal. What would round up to 1000.0 takes the next unit. */
export function short(value: number): string {
  const size = Math.abs(value)
  const step = STEPS.find((s) => size >= s.size || (s.size > 1e3 && Math.round(size / (s.size / 1e4)) >= 1e4))
  if (!step) return exact(value)
  return `${(value / step.size).toFixed(1)}${step.sign}`
}

const percentFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 2 })

/** A percentage with one or two decimals: 92.95%, 7.0%. */
export function percent(value: number): string {
  return `${percentFormat.format(value)}%`
}

/** A length in millimetres, with two decimals on its own and one in tables (REP-8). */
export function millimetres(value: number, decimals: 1 | 2 = 2): string {
  return value.toFixed(decimals)
}

/** "1 growing area", "3 growing areas". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${exact(count)} ${count === 1 ? one : many}`
}

/** The size of a file or a disk: "9.1 KB", "412 KB", "1.2 MB", "7.3 GB". */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte')
  if (bytes < 9_950) return `${(bytes / 1000).toFixed(1)} KB`
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`
  if (bytes < 999.95e6) return `${(bytes / 1e6).toFixed(1)} MB`
  return `${(bytes / 1e9).toFixed(1)} GB`
}
