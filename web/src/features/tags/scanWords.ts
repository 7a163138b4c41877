import type { ScanCopy } from '@/api'
import { formatDay } from '@/shared/lib/days'

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

export const countryName = (code: string) => (code === '' ? 'Not known' : (names.of(code) ?? code))

/** Countries that have an article in a sentence. */
const WITH_ARTICLE =
  /^(United |(Bahamas|Comoros|Gambia|Isle of Man|Maldives|Netherlands|Philippines)$)|(Islands|Republic|Territor(y|ies))$/

function inCountry(code: string): string {
  const name = countryName(code)
  return `in ${WITH_ARTICLE.test(name) ? 'the ' : ''}${name}`
}

const within = (code: string) => (code === '' ? '' : ` ${inCountry(code)}`)

/** What cannot be about a scan, in plain words. */
export function copyOf({ reason, day, harvested, country, other }: ScanCopy): string {
  if (reason === 'two-countries') {
    return `was scanned ${inCountry(country)} and ${inCountry(other)} within one hour on ${formatDay(day)}.`
  }
  const when = `was scanned on ${formatDay(day)}${within(country)}, `
  return reason === 'too-early'
    ? `${when}before it was harvested on ${formatDay(harvested)}.`
    : `${when}more than 120 days after its harvest on ${formatDay(harvested)}.`
}
