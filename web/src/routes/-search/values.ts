import type { SearchSchemaInput } from '@tanstack/react-router'
import { isDay } from '@/shared/lib/days'

/** Reads a value of an address; what cannot be read counts as missing. */
type Read<T> = (raw: unknown) => T

type Shape = Record<string, Read<unknown>>
type Values<S extends Shape> = { [K in keyof S]: ReturnType<S[K]> }

/** Reads what an address says of its page. A link names only what differs from the defaults. */
export function searchOf<S extends Shape>(shape: S) {
  return (raw: Partial<Values<S>> & SearchSchemaInput): Values<S> => {
    const read = Object.entries(shape).map(([name, value]) => [name, value(raw[name])])
    // What cannot be read is listed too, because the router lays this over what the address says.
    return Object.fromEntries(read.filter(([name, value]) => value !== undefined || String(name) in raw))
  }
}

/** Any text. */
export function text<const D extends string | undefined>(otherwise: D): Read<string | D> {
  return (raw) => (typeof raw === 'string' ? raw : otherwise)
}

/** A calendar day. */
export const day = (raw: unknown): string | undefined => (typeof raw === 'string' && isDay(raw) ? raw : undefined)

/** One text or several; the URL repeats the key. */
export const several = (raw: unknown): string[] | undefined =>
  typeof raw === 'string' ? [raw] : Array.isArray(raw) ? raw.map(String) : undefined

/** One of these values. */
export function oneOf<const V, const D>(choices: readonly V[], otherwise: D): Read<V | D> {
  return (raw) => choices.find((choice) => choice === raw) ?? otherwise
}

/** The value of one of these choices. */
export const among = <const V, const D>(choices: readonly { value: V }[], otherwise: D): Read<V | D> =>
  oneOf(
    choices.map(({ value }) => value),
    otherwise,
  )
