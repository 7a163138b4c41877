/** 1450.50, or 1450: cents as dollars are typed. */
export const dollarText = (cents: number) => (cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100))
