const nameOf = (farmId: string) => `paying ${farmId}`

/** Which invoice this tab went to pay, since the address that leads back does not name it. */
export function rememberPaying(farmId: string, invoiceId: string): void {
  sessionStorage.setItem(nameOf(farmId), invoiceId)
}

export function payingOf(farmId: string): string | null {
  return sessionStorage.getItem(nameOf(farmId))
}

export function forgetPaying(farmId: string): void {
  sessionStorage.removeItem(nameOf(farmId))
}

const cardOf = (farmId: string) => `card before ${farmId}`

/** Which card this tab went to change: the person may be back before the server hears of the new one. */
export function rememberCard(farmId: string, card: string): void {
  sessionStorage.setItem(cardOf(farmId), card)
}

/** The card before the change; null if none was under way. */
export function cardBefore(farmId: string): string | null {
  return sessionStorage.getItem(cardOf(farmId))
}

export function forgetCard(farmId: string): void {
  sessionStorage.removeItem(cardOf(farmId))
}
