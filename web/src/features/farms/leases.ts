import { daysBetween } from '@/shared/lib/days'
import { counted } from '@/shared/lib/numbers'

const SOON_DAYS = 90

export interface Expiry {
  text: string
  expired: boolean
}

/** A lease that has run out, or will within 90 days, is pointed out in words; null for every other, also one without a date. */
export function expiry(dateOfExpiration: string, today: string): Expiry | null {
  const days = daysBetween(today, dateOfExpiration)
  if (Number.isNaN(days) || days > SOON_DAYS) return null
  if (days < 0) return { text: `Expired ${counted(-days, 'day')} ago`, expired: true }
  if (days === 0) return { text: 'Expires today', expired: false }
  return { text: `Expires in ${counted(days, 'day')}`, expired: false }
}
