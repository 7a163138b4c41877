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
