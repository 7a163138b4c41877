import type { ShippingAddress } from '@/api'
import type { Problems } from '@/forms'
import type { Together } from '@/shared/lib/merge3'

/** The name of the panel and of its form. */
export const SHIPPING_TITLE = 'Refill shipping info'

/** The name under which the form is kept. */
export const KEPT_SHIPPING = 'shipping'

export const SHIPPING_LABELS: Record<keyof ShippingAddress, string> = {
  name: 'Name',
  business: 'Business',
  address1: 'Address 1',
  address2: 'Address 2',
  city: 'City',
  postalCode: 'Zip Code',
  country: 'Country',
  state: 'State',
}

/** A state is only right with its country. */
export const SHIPPING_TOGETHER: Together<ShippingAddress> = [['country', 'state']]

const REQUIRED = ['name', 'address1', 'city', 'state', 'postalCode', 'country'] as const

/** What can be said of the form before it is sent, in the server's words (SUB-9). */
export function shippingProblems(address: ShippingAddress): Problems {
  const missing = REQUIRED.filter((key) => !address[key].trim())
  return Object.fromEntries(missing.map((key) => [key, `${SHIPPING_LABELS[key]} is required.`]))
}
