import { signed } from './entries'

/** How people at a farm read a thermometer. The server has degrees Celsius, to one decimal. */
export interface Degrees {
  sign: '°C' | '°F'
  /** What was typed, in degrees Celsius; null if it is not a number. */
  toCelsius: (text: string) => number | null
  words: (celsius: number) => string
}

const toOneDecimal = (value: number) => Math.round(value * 10) / 10

const CELSIUS: Degrees = {
  sign: '°C',
  toCelsius: (text) => {
    const value = signed(text)
    return value === null ? null : toOneDecimal(value)
  },
  words: (celsius) => `${celsius} °C`,
}

const FAHRENHEIT: Degrees = {
  sign: '°F',
  toCelsius: (text) => {
    const value = signed(text)
    return value === null ? null : toOneDecimal((value - 32) / 1.8)
  },
  // A tenth of a degree Celsius is less than one of Fahrenheit: this gives back what was typed.
  words: (celsius) => `${Math.round(celsius * 1.8 + 32)} °F`,
}

export const MIN_CELSIUS = -50
export const MAX_CELSIUS = 60

export function degreesIn(country: string): Degrees {
  return country === 'USA' ? FAHRENHEIT : CELSIUS
}

/** What is wrong with a temperature as typed; null if nothing is. */
export function badDegrees(text: string, { sign, toCelsius, words }: Degrees): string | null {
  const celsius = toCelsius(text)
  if (celsius === null) return `Enter the temperature in ${sign}, such as ${words(4.5)}.`
  if (celsius >= MIN_CELSIUS && celsius <= MAX_CELSIUS) return null
  return `It must be from ${words(MIN_CELSIUS)} to ${words(MAX_CELSIUS)}.`
}
