const nameOf = (farmId: string) => `paying ${farmId}`

/** Which invoice this tab went to pay: the address that leads back names none. */
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

/** Which card this tab went to change: the news of the other one may come after who gave it. */
export function rememberCard(farmId: string, card: string): void {
  sessionStorage.setItem(cardOf(farmId), card)
}

/** The card before; null for who does not come from changing it. */
export function cardBefore(farmId: string): string | null {
  return sessionStorage.getItem(cardOf(farmId))
}

export function forgetCard(farmId: string): void {
  sessionStorage.removeItem(cardOf(farmId))
}
