import type { Farm } from '@/api'
import type { Problems } from '@/forms'
import type { Together } from '@/shared/lib/merge3'
import type { Activity, FarmType } from './activities'

/** The form of a farm, for a new one and for the edit of one that there is. */
export interface Details {
  name: string
  companyName: string
  owner: string
  email: string
  phone: string
  website: string
  address1: string
  address2: string
  city: string
  zip: string
  country: string
  state: string
  location: string
  timeZone: string
  type: FarmType
  activities: Activity[]
}

/** The name under which the form of a farm is kept. */
export const KEPT_FARM = 'farm'

export const NO_DETAILS: Details = {
  name: '',
  companyName: '',
  owner: '',
  email: '',
  phone: '',
  website: '',
  address1: '',
  address2: '',
  city: '',
  zip: '',
  country: '',
  state: '',
  location: '',
  timeZone: '',
  type: '',
  activities: [],
}

export const LABELS: Record<keyof Details, string> = {
  name: 'Name',
  companyName: 'Company name',
  owner: 'Owner',
  email: 'Email',
  phone: 'Phone',
  website: 'Website',
  address1: 'Address 1',
  address2: 'Address 2',
  city: 'City',
  zip: 'Zip Code',
  country: 'Country',
  state: 'State',
  location: 'Location',
  timeZone: 'Time zone',
  type: 'Type',
  activities: 'Activities',
}

/** A state is right only with its country, activities only with their type. */
export const TOGETHER: Together<Details> = [
  ['country', 'state'],
  ['type', 'activities'],
]

export function detailsOf(farm: Farm): Details {
  const known = Object.keys(NO_DETAILS) as (keyof Details)[]
  const given = known.filter((key) => farm[key] !== undefined).map((key) => [key, farm[key]])
  return { ...NO_DETAILS, ...Object.fromEntries(given) }
}

/** What can be said of the form before it is sent (AFARM-1). */
export function problemsOf({ name, country, state }: Details): Problems {
  return {
    ...(name.trim() ? {} : { name: 'Name is required' }),
    ...(country ? {} : { country: 'Country is required' }),
    ...(state ? {} : { state: 'State is required' }),
  }
}

/** 1,450.50 and 1450.5, or the same with point and comma the other way round: 1.450,50. */
const AMOUNTS = [/^(\d{1,9}|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/, /^(\d{1,9}|\d{1,3}(?:\.\d{3})+),(\d{1,2})$/]

/** Dollars as they are typed, in cents; nothing typed is no fee, null is no amount. A comma before two digits is never taken for one between thousands. */
export function centsOf(dollars: string): number | null {
  const text = dollars.trim().replace(/^\$\s*/, '')
  if (text === '') return 0
  const [, whole, cents = ''] = AMOUNTS.map((amount) => amount.exec(text)).find(Boolean) ?? []
  return whole === undefined ? null : Number(whole.replace(/\D/g, '') + cents.padEnd(2, '0'))
}

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export function dollarsOf(cents: number): string {
  return money.format(cents / 100)
}

/** A value as a person reads it. */
export function textOf(_: string, value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join(', ')
}
