/** A whole number as people type it, "2,588" too; null for anything else. */
export function whole(text: string): number | null {
  const digits = text.replace(/[\s,]/g, '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null
}

/** A decimal number, with a point or a comma; null for anything else. */
export function decimal(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  return /^\d{1,9}(\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) : null
}
