import { type FarmRecord, limits, type Printer, type Quote, type ShippingAddress, type Subscription } from '@/api'
import type { Problems } from '@/forms'
import { formatDay, isDay } from '@/shared/lib/days'
import { dollarText } from '@/shared/lib/dollarText'
import { joined } from '@/shared/lib/joined'
import { centsOf, dollarsOf } from '@/shared/lib/money'
import { counted, exact } from '@/shared/lib/numbers'
import { paperName, printerRolls } from '../shared/names'
import { shippingProblems } from '../shipping/shipping'
import { KINDS, MAX_FEE_CENTS, NEXT, type Refill, type RefillCounts } from './rules'

interface Settings {
  /** Whether the subscription is active, as the farm has it. */
  state: string
  printers: Printer[]
  shippingAddress: ShippingAddress
  paperSize: string
  paperDiscount: boolean
  sendFullfillmentEmail: boolean
  stopAutoReplenishment: boolean
  hasCustomPaper: boolean
}

interface Rolls<N> {
  date: string
  count: N
}

interface Lists<N> {
  customPaperRolls: Rolls<N>[]
  customMobileRolls: Rolls<N>[]
}

/** The settings of a subscription, as in the record. */
export type Terms = Settings &
  Refill &
  Lists<number> & {
    promotionalFee: number | null
  }

/** The same as typed. */
export type TermsForm = Settings & Refill & Lists<string> & { promotionalFee: string }

/** The name under which the form is kept. */
export const KEPT_TERMS = 'subscription'

export const CUSTOM_LISTS = [
  { field: 'customPaperRolls', label: 'Custom industrial rolls' },
  { field: 'customMobileRolls', label: 'Custom mobile rolls' },
] as const

export function termsOf(farm: FarmRecord): Terms {
  const counts = Object.fromEntries(KINDS.map(({ field }) => [field, farm[field] ?? 0]))
  return {
    ...(counts as unknown as RefillCounts),
    nextMobileShipment: farm.nextMobileShipment ?? '',
    nextIndustrialShipment: farm.nextIndustrialShipment ?? '',
    state: String(farm.taggingActive),
    printers: farm.printers,
    shippingAddress: farm.shippingAddress,
    paperSize: farm.paperSize ?? '',
    paperDiscount: farm.paperDiscount,
    sendFullfillmentEmail: farm.sendFullfillmentEmail ?? false,
    stopAutoReplenishment: farm.stopAutoReplenishment ?? false,
    hasCustomPaper: farm.hasCustomPaper ?? false,
    promotionalFee: farm.promotionalFee ?? null,
    customPaperRolls: farm.customPaperRolls ?? [],
    customMobileRolls: farm.customMobileRolls ?? [],
  }
}

/** Null for none, -1 for what is not an amount. */
const feeOf = (text: string) => (text.trim() === '' ? null : (centsOf(text) ?? -1))

const typedRolls = (rolls: Rolls<number>[]) => rolls.map(({ date, count }) => ({ date, count: String(count) }))
const readRolls = (rolls: Rolls<string>[]) => rolls.map(({ date, count }) => ({ date, count: Number(count) }))

export const SHAPE = {
  open: ({ promotionalFee, customPaperRolls, customMobileRolls, ...terms }: Terms): TermsForm => ({
    ...terms,
    promotionalFee: promotionalFee === null ? '' : dollarText(promotionalFee),
    customPaperRolls: typedRolls(customPaperRolls),
    customMobileRolls: typedRolls(customMobileRolls),
  }),
  close: ({ promotionalFee, customPaperRolls, customMobileRolls, ...form }: TermsForm): Terms => ({
    ...form,
    promotionalFee: feeOf(promotionalFee),
    customPaperRolls: readRolls(customPaperRolls),
    customMobileRolls: readRolls(customMobileRolls),
  }),
}

/** What the costs depend on; null while the fee is not an amount. */
export function quoteOf({ printers, promotionalFee }: Terms, taggingActive: FarmRecord['taggingActive']): Quote | null {
  return promotionalFee !== null && !isFee(promotionalFee) ? null : { printers, promotionalFee, taggingActive }
}

const isFee = (cents: number) => cents >= 0 && cents <= MAX_FEE_CENTS

/** All of the terms, since the server takes a subscription whole. */
export function bodyOf({ state: _, ...terms }: Terms, version: number): Subscription {
  return { ...terms, version }
}

/** What can be said of the form before it is sent (PAPER-9). */
export function termsProblems(form: TermsForm): Problems {
  const fee = feeOf(form.promotionalFee)
  const address = Object.entries(shippingProblems(form.shippingAddress))
  return {
    ...(form.printers.length === 0 && { printers: 'Please add at least one printer.' }),
    ...(fee !== null && !isFee(fee) && { promotionalFee: `Please enter an amount up to ${dollarsOf(MAX_FEE_CENTS)}.` }),
    ...Object.fromEntries(address.map(([name, words]) => [`shippingAddress.${name}`, words])),
    ...Object.assign({}, ...CUSTOM_LISTS.map(({ field }) => rollProblems(field, form[field]))),
  }
}

function rollProblems(list: string, rolls: Rolls<string>[]): Problems {
  return Object.fromEntries(
    rolls.flatMap(({ date, count }, at) => [
      ...(isDay(date) ? [] : [[`${list}.${at}.date`, 'Please choose a day.']]),
      ...(/^\d{1,5}$/.test(count) && Number(count) >= 1 && Number(count) <= limits.CustomRolls.count
        ? []
        : [[`${list}.${at}.count`, `Please enter a whole number from 1 to ${exact(limits.CustomRolls.count)}.`]]),
    ]),
  )
}

const LABELS: Partial<Record<string, string>> = {
  state: 'Subscription',
  printers: 'Printers',
  shippingAddress: 'Shipping address',
  paperSize: 'Paper size',
  promotionalFee: 'Promotional fee',
  paperDiscount: 'Paper discount',
  sendFullfillmentEmail: 'Email the team when there is something to ship',
  stopAutoReplenishment: 'Stop auto replenishment',
  hasCustomPaper: 'Custom paper',
  nextMobileShipment: 'Next mobile shipment',
  nextIndustrialShipment: 'Next industrial shipment',
  ...Object.fromEntries(CUSTOM_LISTS.map(({ field, label }) => [field, label])),
  ...Object.fromEntries(KINDS.map(({ roll, field }) => [field, `${paperName(roll)} refill`])),
}

const STATES: Partial<Record<string, string>> = { true: 'active', pending: 'pending', false: 'not active' }

export const termLabel = (key: string) => LABELS[key] ?? key

/** A value as a person reads it. */
export function termText(key: string, value: unknown): string {
  if (key === 'printers') return (value as Printer[]).map((one) => `${one.name} (${printerRolls(one)})`).join('; ')
  if (key === 'shippingAddress') {
    const { name, business, address1, address2, city, state, postalCode, country } = value as ShippingAddress
    return joined(name, business, address1, address2, city, state, postalCode, country)
  }
  if (key === 'state') return STATES[String(value)] ?? ''
  if (key === 'promotionalFee') return value === null ? 'none' : dollarsOf(Number(value))
  if (NEXT.some(({ field }) => field === key)) return paperName(String(value))
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return value === 0 ? 'no refill' : counted(value, 'roll')
  if (Array.isArray(value)) {
    return (value as Rolls<number>[])
      .map(({ date, count }) => `${formatDay(date)}: ${counted(count, 'roll')}`)
      .join(', ')
  }
  return String(value)
}
