import type { Farm } from '@/api'
import type { Problems } from '@/forms'
import type { Together } from '@/shared/lib/merge3'
import { centsOf } from '@/shared/lib/money'
import type { Activity, FarmType } from './activities'

/** The form of a farm, new or existing. */
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

/** A state is only right with its country, and activities with their type. */
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

/** The form with what the setup of the farm costs, in dollars as they are typed. */
export type Priced = Details & { setupFee: string }

export const FEE_MAX = 12

export function pricedProblems(farm: Priced): Problems {
  const fee = centsOf(farm.setupFee)
  return {
    ...problemsOf(farm),
    ...(fee === null ? { setupFee: 'A setup fee is an amount in dollars, like 450 or 450.50' } : {}),
  }
}

/** A value as a person reads it. */
export function textOf(_: string, value: string | boolean | readonly string[]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : value.join(', ')
}
