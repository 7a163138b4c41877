import { limits, type NewActivity, type Noted } from '@/api'
import { addDays, type Day, formatDay } from '@/shared/lib/days'
import { badDegrees, type Degrees } from '@/shared/lib/degrees'
import { decimal } from '@/shared/lib/entries'
import { centsOf } from '@/shared/lib/money'
import { type Country, isCountry } from '@/shared/lib/places'
import { isUnit, quantityWords } from '@/shared/lib/units'

/** What is known of a harvest beside its animals, as typed. */
export interface FactsDraft {
  /** HH:MM */
  landed: string
  /** It came ashore on the day after the harvest. */
  nextDay: boolean
  buyer: string
  buyerAddress: string
  order: string
  quantity: string
  unit: string
  price: string
  harvester: string
  water: string
  air: string
}

export const NO_FACTS: FactsDraft = {
  landed: '',
  nextDay: false,
  buyer: '',
  buyerAddress: '',
  order: '',
  quantity: '',
  unit: '',
  price: '',
  harvester: '',
  water: '',
  air: '',
}

/** The facts that go on to the next harvest of the same trip. */
export function nextFacts(facts: FactsDraft): FactsDraft {
  return { ...facts, quantity: '' }
}

type Facts = NonNullable<NewActivity['facts']>

const CURRENCIES: Record<Country, NonNullable<Facts['currency']>> = {
  USA: 'USD',
  Canada: 'CAD',
  Mexico: 'MXN',
  Australia: 'AUD',
}

export function currencyIn(country: string): Facts['currency'] {
  return isCountry(country) ? CURRENCIES[country] : 'USD'
}

interface Place {
  country: string
  degrees: Degrees
}

/** The facts as they are sent; undefined if nothing is known. */
export function factsOf(facts: FactsDraft, date: Day, { country, degrees }: Place): Facts | undefined {
  const priceCents = centsOf(facts.price) ?? 0
  const celsius = (text: string) => (text.trim() ? degrees.toCelsius(text) : null)
  const known: Facts = {
    landed: facts.landed && `${facts.nextDay ? addDays(date, 1) : date} ${facts.landed}`,
    buyer: facts.buyer.trim(),
    buyerAddress: facts.buyerAddress.trim(),
    order: facts.order.trim(),
    quantity: decimal(facts.quantity) ?? 0,
    unit: isUnit(facts.unit) ? facts.unit : '',
    priceCents,
    currency: priceCents ? currencyIn(country) : '',
    harvester: facts.harvester.trim(),
    waterTempC: celsius(facts.water),
    airTempC: celsius(facts.air),
  }
  const { unit: _, ...said } = known
  return Object.values(said).some((value) => value !== '' && value !== 0 && value !== null) ? known : undefined
}

const { animals: MOST, price: MOST_CENTS } = limits.recordingRules

interface When {
  date: Day
  today: Day
  degrees: Degrees
}

/** What is wrong with the facts, by the server's names and rules. */
export function factsProblems(facts: FactsDraft, { date, today, degrees }: When): Record<string, string> {
  const found: Record<string, string> = {}
  const refuse = (field: string, reason: string | null) => {
    if (reason) found[`facts.${field}`] = reason
  }
  const { quantity, unit, price } = facts
  if (facts.landed && facts.nextDay && date >= today) refuse('landed', 'That day is in the future.')
  if (quantity.trim()) refuse('quantity', badQuantity(quantity, unit))
  if (price.trim()) refuse('priceCents', badPrice(price))
  if (!unit && (quantity.trim() || price.trim())) refuse('unit', 'Choose the unit.')
  if (facts.water.trim()) refuse('waterTempC', badDegrees(facts.water, degrees))
  if (facts.air.trim()) refuse('airTempC', badDegrees(facts.air, degrees))
  return found
}

function badQuantity(text: string, unit: string): string | null {
  const quantity = decimal(text)
  if (quantity === null) return 'Enter a number, such as 12 or 2.5.'
  if (quantity > MOST) return 'That is more than can be recorded.'
  return unit === 'each' && !Number.isInteger(quantity) ? 'Enter a whole number.' : null
}

function badPrice(text: string): string | null {
  const cents = centsOf(text)
  if (cents === null) return 'Enter an amount, such as 0.85.'
  return cents > MOST_CENTS ? 'That is more than can be recorded.' : null
}

/** "12 dozen at 14.00 USD, to Pike Place Fish" for a line; empty if nothing is known. */
export function factsWords(facts: Noted['facts'], degrees: Degrees): string {
  if (!facts) return ''
  const { quantity = 0, unit = '', priceCents = 0, currency = '', buyer, buyerAddress, order, landed = '' } = facts
  const price = priceCents ? `${(priceCents / 100).toFixed(2)} ${currency} ${unit === 'each' ? unit : `a ${unit}`}` : ''
  const [day = '', clock] = landed.split(' ')
  const degreesAt = (what: string, celsius: number | null | undefined) =>
    celsius === null || celsius === undefined ? '' : `${what} ${degrees.words(celsius)}`
  return [
    quantity && quantityWords(quantity, unit),
    price,
    buyer ? `to ${buyer}${buyerAddress && ` (${buyerAddress})`}` : buyerAddress && `to ${buyerAddress}`,
    order && `order ${order}`,
    facts.harvester && `harvested by ${facts.harvester}`,
    landed && (clock ? `landed ${formatDay(day)}, ${clock}` : `landed ${landed}`),
    degreesAt('water', facts.waterTempC),
    degreesAt('air', facts.airTempC),
  ]
    .filter(Boolean)
    .join(', ')
}

/** What the latest harvests say, each once, the newest first. */
export function usedBefore(
  noted: readonly Pick<Noted, 'facts'>[],
  field: 'buyer' | 'buyerAddress' | 'harvester' | 'unit',
): string[] {
  const said = noted.map(({ facts }) => facts?.[field] ?? '').filter(Boolean)
  return [...new Set(said)]
}
