/** A whole number as people type it, including "2,588"; null for anything else, such as "450,50". */
export function whole(text: string): number | null {
  return /^(\d{1,15}|\d{1,3}([\s,]\d{3}){1,4})$/.test(text.trim()) ? Number(text.replace(/\D/g, '')) : null
}

/** A decimal number, with a point or a comma; null for anything else, and for "1,500", which may mean thousands. */
export function decimal(text: string): number | null {
  if (/^[1-9]\d{0,2},\d{3}$/.test(text.trim())) return null
  const plain = text.trim().replace(',', '.')
  return /^\d{1,9}(\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) : null
}

/** A decimal number that may be below zero; null for anything else. */
export function signed(text: string): number | null {
  const [, minus, rest = ''] = /^([-−])?\s*(.*)$/.exec(text.trim()) ?? []
  const value = decimal(rest)
  return value === null || !minus ? value : -value
}
