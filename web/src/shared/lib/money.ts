/** 1,450.50 and 1450.5, or the same with point and comma the other way round: 1.450,50. */
const AMOUNTS = [/^(\d{1,9}|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/, /^(\d{1,9}|\d{1,3}(?:\.\d{3})+),(\d{1,2})$/]

/** Dollars as typed, in cents: 0 for nothing typed, null for what is not an amount. A comma before two digits is never taken to separate thousands. */
export function centsOf(dollars: string): number | null {
  const text = dollars.trim().replace(/^\$\s*/, '')
  if (text === '') return 0
  const [, whole, cents = ''] = AMOUNTS.map((amount) => amount.exec(text)).find(Boolean) ?? []
  return whole === undefined ? null : Number(whole.replace(/\D/g, '') + cents.padEnd(2, '0'))
}

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** $1,450.50 */
export function dollarsOf(cents: number): string {
  return money.format(cents / 100)
}

/** "$1,089.58", "CA$775.63", "-MX$12.00": cents of any currency. */
export function amountOf(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)
}
