export interface Spark {
  /** The line, with a gap where a value is not known. */
  path: string
  /** Where the line ends; null when no value is known. */
  end: { x: number; y: number } | null
}

const round = (value: number) => Math.round(value * 100) / 100

/**
 * A line through the values in a box. Counts start at zero, so that a small
 * change looks small; sizes fill the height, since no animal shrinks to nothing.
 */
export function spark(values: readonly (number | null)[], width: number, height: number, fromZero: boolean): Spark {
  const known = values.filter((value) => value !== null)
  const high = Math.max(...known, 0)
  const low = fromZero ? Math.min(...known, 0) : Math.min(...known)
  const step = values.length > 1 ? width / (values.length - 1) : 0
  const level = fromZero ? height : height / 2
  const place = (value: number) => (high === low ? level : height - ((value - low) / (high - low)) * height)

  let path = ''
  let end: Spark['end'] = null
  let drawing = false
  values.forEach((value, index) => {
    if (value === null) {
      drawing = false
      return
    }
    // A single value is a level line.
    const x = values.length > 1 ? round(index * step) : width
    const y = round(place(value))
    if (values.length === 1) path += `M0 ${y}`
    path += `${drawing || values.length === 1 ? 'L' : 'M'}${x} ${y}`
    drawing = true
    end = { x, y }
  })
  return { path, end }
}
