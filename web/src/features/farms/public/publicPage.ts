import type { Brand, Certificate, Farm, PublicChange } from '@/api'
import { formatDay } from '@/shared/lib/days'

export type CertKey = `cert ${string}`
export type BrandKey = `brand ${string}`

/**
 * What the tag page shows of a farm, as the form sees it. Each certificate and
 * each brand is a field of its own, so that people who edit different ones do
 * not conflict.
 */
export interface PublicPage {
  dealer: string
  growerNames: string
  cert: string
  harvesterCert: string
  species: string
  harvest: string
  [cert: CertKey]: Required<Certificate>
  [brand: BrandKey]: Required<Brand>
}

/** The same in a form: its lists are rows, each brand with the key that it had in the page. */
export interface PublicForm extends Pick<PublicPage, 'dealer' | 'growerNames' | 'cert' | 'harvesterCert'> {
  labels: { species: string; harvest: string }
  certs: Required<Certificate>[]
  distributorBrands: (Required<Brand> & { key: BrandKey })[]
}

/** The name under which the form is kept. */
export const KEPT_PUBLIC = 'public'

type Shown = Pick<Farm, 'dealer' | 'growerNames' | 'cert' | 'harvesterCert' | 'labels' | 'certs' | 'distributorBrands'>

export const SPECIES = ['Species', 'Type'] as const
export const HARVEST = ['Harvest', 'Processing Date'] as const

export type PlainField = 'dealer' | 'growerNames' | 'cert' | 'harvesterCert' | 'species' | 'harvest'

export const PUBLIC_LABELS: Record<PlainField, string> = {
  dealer: 'Dealer',
  growerNames: 'Grower names',
  cert: 'Cert',
  harvesterCert: 'Harvester cert',
  species: 'Species label',
  harvest: 'Harvest label',
}

const NO_BRAND: Required<Brand> = { brand: '', growingProcess: '', tastingNotes: '' }

/** A certificate under its id, which tags name. */
export function newCert(certId: string): Required<Certificate> {
  return {
    certId,
    cert: '',
    phone: '',
    website: '',
    address1: '',
    address2: '',
    city: '',
    state: '',
    zip: '',
    country: '',
    dateOfExpiration: '',
  }
}

export function newBrand(id: string): PublicForm['distributorBrands'][number] {
  return { key: `brand ${id}`, ...NO_BRAND }
}

export function publicPageOf({ labels, certs, distributorBrands, ...farm }: Shown): PublicPage {
  const page: PublicPage = {
    dealer: farm.dealer,
    growerNames: farm.growerNames,
    cert: farm.cert,
    harvesterCert: farm.harvesterCert,
    species: labels.species || SPECIES[0],
    harvest: labels.harvest || HARVEST[0],
  }
  for (const cert of certs) page[`cert ${cert.certId ?? ''}`] = { ...newCert(''), ...cert }
  for (const brand of distributorBrands) page[brandKey(page, brand.brand)] = { ...NO_BRAND, ...brand }
  return page
}

/** A brand is known by its name; a second one of that name gets an extra mark. */
function brandKey(page: PublicPage, name: string): BrandKey {
  let key: BrandKey = `brand ${name}`
  while (key in page) key = `${key}'`
  return key
}

export function isCert(key: string): key is CertKey {
  return key.startsWith('cert ')
}

export function isBrand(key: string): key is BrandKey {
  return key.startsWith('brand ')
}

export function certRows(page: PublicPage): [CertKey, Required<Certificate>][] {
  return Object.keys(page)
    .filter(isCert)
    .map((key) => [key, page[key] as Required<Certificate>])
}

export function brandRows(page: PublicPage): [BrandKey, Required<Brand>][] {
  return Object.keys(page)
    .filter(isBrand)
    .map((key) => [key, page[key] as Required<Brand>])
}

export function openPage({
  dealer,
  growerNames,
  cert,
  harvesterCert,
  species,
  harvest,
  ...rows
}: PublicPage): PublicForm {
  const page = rows as PublicPage
  return {
    ...{ dealer, growerNames, cert, harvesterCert },
    labels: { species, harvest },
    certs: certRows(page).map(([, row]) => row),
    distributorBrands: brandRows(page).map(([key, row]) => ({ key, ...row })),
  }
}

export function closePage({ labels, certs, distributorBrands, ...page }: PublicForm): PublicPage {
  const certsByKey = certs.map((row) => [`cert ${row.certId}`, row])
  const brandsByKey = distributorBrands.map(({ key, ...row }) => [key, row])
  return { ...page, ...labels, ...Object.fromEntries([...certsByKey, ...brandsByKey]) }
}

/** What is sent for the changed fields; a list is always sent whole. */
export function publicChange(page: PublicPage, changed: readonly string[]): PublicChange {
  const has = (name: string) => changed.includes(name)
  const { species, harvest } = page
  return {
    ...(has('dealer') && { dealer: page.dealer }),
    ...(has('growerNames') && { growerNames: page.growerNames }),
    ...(has('cert') && { cert: page.cert }),
    ...(has('harvesterCert') && { harvesterCert: page.harvesterCert }),
    ...((has('species') || has('harvest')) && { labels: { species, harvest } as PublicChange['labels'] }),
    ...(changed.some(isCert) && { certs: certRows(page).map(([, cert]) => cert) }),
    ...(changed.some(isBrand) && { distributorBrands: brandRows(page).map(([, brand]) => brand) }),
  }
}

export function publicLabel(key: string): string {
  if (isCert(key)) return 'Cert in the list'
  if (isBrand(key)) return 'Brand'
  return PUBLIC_LABELS[key as PlainField]
}

/** A value as a person reads it: for a row, its parts without the id. */
export function publicText(_: string, value: string | object): string {
  if (typeof value === 'string') return value
  const parts = Object.entries(value).filter(([name]) => name !== 'certId')
  return parts
    .map(([name, part]) => (name === 'dateOfExpiration' ? formatDay(part) : part))
    .filter(Boolean)
    .join(', ')
}
