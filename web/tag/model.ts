import { dayText, readDay } from './clock'
import { harvestLine, harvestOf, iceLine, placeOf } from './harvest'
import type { BrandInfo, Contact, Farm, Tag, TagData, TagFields, Text } from './page'
import { firstText, type Link, phoneLink, text, websiteLink } from './text'
import { type Step, timeline } from './timeline'
import { EN, labelled, recalledInEnglish, type Words } from './words'

/** Everything the page shows, decided; the components only lay it out. */
export interface TagView {
  words: Words
  title: string
  description: string
  /** The recalling party, null when nothing is recalled. */
  recall: string | null
  /** Says that the tag is not valid; '' of one that is. */
  takenBack: string
  photo: string | null
  identity: Identity
  /** When and where it was harvested and how soon it was on ice, in a sentence or two; '' where nothing of it is on record. */
  harvest: string
  /** Which oysters, in a word or two: the species, or the brand. */
  oysters: string
  sections: Section[]
  /** Shown apart from the other sections: the diner's first, a recalled page's last. */
  tasting: Section | null
  steps: Step[]
  pageview: { farmName: string; farmId: string; tagId: string }
}

export interface Identity {
  name: string
  /** A distributor under the growers' names: the phone and all below it are its own. */
  packedBy: string
  phone: Link | null
  website: Link | null
  address: string
  cert: string
}

export interface Section {
  label: string
  value: string
  /** The end of the value that is a Latin name. */
  latin?: string
}

const TASTING = 'Tasting Notes'

/** Throws when the data does not say for certain whether the product is recalled. */
export function tagView(product: string, data: TagData, words = EN): TagView {
  const recall = recallParty(data)
  const farm = data.farm ?? {}
  const tag = mergeItem(data.tag)
  const title = words.title(product, text(farm.name))
  const identity = farmIdentity(farm, tag, words)
  const harvested = harvestOf(farm, tag, data.rootTag)
  const facts = sections(farm, tag, data.rootTag, words)
  const harvest = harvestLine(farm, harvested, recall !== null, words)
  const invalid = takenBack(data.tag.takenBack, words)
  return {
    words,
    title,
    description: [invalid, describe(identity.name, recall, words)].filter(Boolean).join(' '),
    recall,
    takenBack: invalid,
    photo: photoPath(farm),
    identity,
    harvest: recall === null ? [harvest, iceLine(farm, tag, words)].filter(Boolean).join(' ') : harvest,
    oysters: firstText(tag.species?.value, tag.shellfishType, tag.brand),
    sections: facts.filter(({ label }) => label !== words.labels[TASTING]),
    tasting: facts.find(({ label }) => label === words.labels[TASTING]) ?? null,
    steps: timeline(farm, tag, placeOf(harvested, words), words),
    pageview: { farmName: text(farm.name), farmId: text(farm._id), tagId: text(data.tag._id) },
  }
}

function takenBack(value: Text, words: Words): string {
  if (value === undefined || value === null || value === '') return ''
  const day = readDay(value)
  // However the day is written, it was taken back.
  return words.takenBack(day === null ? text(value) : dayText(day, words))
}

function recallParty(data: TagData): string | null {
  if (typeof data?.tag !== 'object' || data.tag === null) throw new Error('the tag is missing')
  if (data.recall === null) return null
  const party = typeof data.recall === 'string' ? text(data.recall) : ''
  if (party === '') throw new Error('the recall state is unknown')
  return party
}

function describe(name: string, recall: string | null, words: Words): string {
  const story = words.story(name)
  return recall === null ? story : `${words.recalledBy(recall) || recalledInEnglish(recall)}. ${story}`
}

// An item may override what the tag records, never which tag it is.
const IDENTITY = new Set(['_id', 'item', '__proto__'])

/** The tag with the fields of its item over its own; nulls of the item are skipped. */
export function mergeItem(tag: Tag): TagFields {
  const { item, ...own } = tag
  const over = Object.entries(item ?? {}).filter(([key, value]) => value !== null && !IDENTITY.has(key))
  return { ...own, ...Object.fromEntries(over) }
}

export function farmIdentity(farm: Farm, tag: TagFields, words = EN): Identity {
  const own = matchingCert(farm, tag)
  const growers = isDistributor(farm) ? text(farm.growerNames) : ''
  return {
    name: firstText(growers, farm.name, words.pageTitle),
    packedBy: growers === '' ? '' : text(farm.name),
    phone: phoneLink(firstText(own?.phone, farm.phone)),
    website: websiteLink(firstText(own?.website, farm.website)),
    address: (own && addressLine(own)) || addressLine(farm),
    cert: certNumber(farm, tag),
  }
}

function isDistributor(farm: Farm): boolean {
  return text(farm.type).toLowerCase() === 'distributor'
}

/** The farm's certificate the tag names; what it leaves out comes from the farm. */
function matchingCert(farm: Farm, tag: TagFields): Contact | undefined {
  const certId = text(tag.certId)
  if (certId === '') return undefined
  return farm.certs?.find((cert) => text(cert.certId) === certId)
}

export function addressLine(of: Contact): string {
  return [of.address1, of.address2, of.city, of.state, of.zip, of.country].map(text).filter(Boolean).join(', ')
}

/** A farm's own tag shows its certificate or its harvester's; any other tag the farm's, else the tag's. */
function certNumber(farm: Farm, tag: TagFields): string {
  const ownTag = text(tag.type).toUpperCase() === 'FARM'
  return ownTag ? firstText(farm.cert, farm.harvesterCert, tag.cert) : firstText(farm.cert, tag.cert)
}

/** The labelled facts, in order, each only where there is something to say. */
export function sections(farm: Farm, tag: TagFields, rootTag: TagFields | null, words = EN): Section[] {
  const brand = rootTag ? undefined : matchingBrand(farm, tag)
  return [
    { label: 'Brand', value: text(tag.brand) },
    { label: firstText(farm.labels?.species, 'Species'), ...species(firstText(tag.species?.value, tag.shellfishType)) },
    { label: 'Size', value: text(tag.sizeCull) },
    { label: 'Grown By', value: grownBy(farm, tag, rootTag) },
    { label: 'Growing Process', value: text(brand?.growingProcess) },
    { label: TASTING, value: text(brand?.tastingNotes) },
  ]
    .filter((section) => section.value !== '')
    .map((section) => ({ ...section, label: labelled(words, section.label) }))
}

/** "Pacific oyster, Magallana gigas": what follows the comma is Latin. */
function species(value: string): Omit<Section, 'label'> {
  const latin = /, ([A-Z][a-z]+ [a-z]{2,})$/.exec(value)?.[1]
  return latin ? { value: value.slice(0, -latin.length), latin } : { value }
}

function grownBy(farm: Farm, tag: TagFields, rootTag: TagFields | null): string {
  if (isDistributor(farm) || text(rootTag?.growerNames) !== '') return ''
  return firstText(tag.growerNames, farm.growerNames)
}

function matchingBrand(farm: Farm, tag: TagFields): BrandInfo | undefined {
  const brand = text(tag.brand)
  return brand === '' ? undefined : farm.distributorBrands?.find((item) => text(item.brand) === brand)
}

/** Only a path of this server: a photo is never fetched from anywhere else. */
function photoPath(farm: Farm): string | null {
  const path = text(farm.photo)
  return /^\/[\w-][\w./-]*$/.test(path) && !path.includes('//') && !path.includes('..') ? path : null
}
