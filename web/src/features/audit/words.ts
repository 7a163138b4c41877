import type { AuditEntry } from '@/api'
import { formatDay, isDay } from '@/shared/lib/days'
import { dollarsOf } from '@/shared/lib/money'

/** What was done, to be read after who did it; `{}` is the subject. */
const DEEDS: Record<string, string> = {
  'user.create': 'created the user {}',
  'user.update': 'changed the details of {}',
  'user.delete': 'deleted the user {}',
  'user.password': 'changed the password of {}',
  'user.groups': 'changed the groups of {}',
  'user.link': 'linked a farm to {}',
  'user.unlink': 'unlinked a farm from {}',
  'user.may': 'changed what a farm lets {} do',
  'user.invite': 'invited {}',
  'user.uninvite': 'took back the invitation of {}',
  'user.sessions': 'ended the sessions of {}',
  'user.second-factor': 'changed the second factor of {}',
  'group.create': 'created the admin group {}',
  'group.update': 'renamed the admin group {}',
  'group.permissions': 'changed the permissions of the admin group {}',
  'group.delete': 'deleted the admin group {}',
  'users.csv': 'downloaded the list of users',
  'farms.csv': 'downloaded the list of farms',
  'upload.send': 'uploaded a sheet to {}',
  'upload.cancel': 'cancelled an upload to {}',
  'upload.undo': 'undid an upload to {}',
  'upload.refused': 'downloaded the refused rows of an upload to {}',
  'shipments.csv': 'downloaded the shipments of {}',
  'export.ask': 'asked for an export of {}',
  'sign-in': 'signed in',
  'stay.begin': 'chose to stay signed in',
  'stay.copied': 'signed {} out everywhere, as what keeps them signed in was copied',
  'sign-in.failed': 'failed to sign in as {}',
  'sso.ticket': 'made a sign-in ticket for {}',
  'farm.create': 'created the farm {}',
  'farm.update': 'changed the record of {}',
  'farm.public': 'changed what the tag page shows about {}',
  'farm.shipping': 'changed the shipping address of {}',
  'farm.subscription': 'changed the tagging of {}',
  'farm.features': 'changed the features of {}',
  'farm.key': 'made a key for a program of {}',
  'farm.keyEnd': 'ended a key of {}',
  'farm.photo': 'changed the photo of {}',
  'farm.season': 'set the season or the mark of {}',
  'farm.counting': 'set how counts are taken at {}',
  'farm.marketSize': 'set the market size of {}',
  'farm.view': 'looked at {} as its manager sees it',
  'farm.invite': 'invited somebody to {}',
  'farm.uninvite': 'took back an invitation to {}',
  'farm.clean': 'cleaned the farm {}',
  'farm.delete': 'deleted the farm {}',
  'area.create': 'added a growing area to {}',
  'area.update': 'changed a growing area of {}',
  'area.end': 'ended a growing area of {}',
  'area.reopen': 'reopened a growing area of {}',
  'area.delete': 'deleted a growing area of {}',
  'farm.card': 'removed the saved card of {}',
  'farm.cardPage': 'opened the page to save a card for {}',
  'invoice.issue': 'issued the invoice {}',
  'invoice.pay': 'recorded the payment of the invoice {}',
  'invoice.paidLate': 'recorded a late payment of the invoice {}',
  'invoice.paidTwice': 'recorded a second payment of the invoice {}',
  'invoice.chargeFailed': 'failed to charge the invoice {}',
  'invoice.refund': 'refunded the invoice {}',
  'invoice.void': 'voided the invoice {}',
  'paper.ask': 'asked for tagging for {}',
  'paper.answer': 'answered the request for tagging of {}',
  'paper.withdraw': 'took back the request for tagging of {}',
  'paper.subscribe': 'changed the printers and paper of {}',
  'paper.end': 'ended the tagging subscription of {}',
  'paper.adjust': 'adjusted the paper count of {}',
  'paper.hold': 'held the shipments of {}',
  'paper.hold.remove': 'released the shipments of {}',
  'paper.more': 'ordered more paper for {}',
  'paper.sent': 'sent a shipment to {}',
  'prices.set': 'changed the price list',
  'tag.harvest': 'tagged a harvest of {}',
  'tag.receive': 'received shellfish: {}',
  'tag.ship': 'shipped shellfish of {}',
  'tag.wetStorageIn': 'put shellfish into wet storage: {}',
  'tag.wetStorageOut': 'took shellfish out of wet storage: {}',
  'tag.ice': 'iced the shellfish of {}',
  'tag.temperature': 'took the temperature of {}',
  'tag.retag': 'retagged shellfish: {}',
  'tag.split': 'split a tag: {}',
  'tag.void': 'took back a mistaken tag: {}',
  'tag.commingle': 'commingled tags: {}',
  'recall.create': 'recalled products in the name of {}',
  'recall.choose': 'chose anew what the recall of {} reaches',
  'recall.rename': 'corrected the party or the reason of the recall of {}',
  'recall.lift': 'lifted the recall of {}',
  'recall.correct': 'corrected the recall of {}',
  'recall.reach': 'found more whom the recall of {} reaches',
  'recall.again': 'sent a notice again of the recall of {}',
  'recall.call': 'noted a call about the recall of {}',
  'recall.takeBack': 'took back an entry of the recall of {}',
  'recall.acknowledge': 'acknowledged the recall of {}',
  'recall.answer': 'corrected a report on the recall of {}',
  'recall.ask': 'asked for a recall: {}',
  'recall.withdraw': 'took back a request for a recall: {}',
  'recall.decline': 'declined a recall that was asked for: {}',
  'drill.declare': 'began a recall drill in the name of {}',
  'drill.correct': 'corrected the recall drill of {}',
  'drill.reach': 'found more whom the recall drill of {} reaches',
  'drill.again': 'sent a notice again of the recall drill of {}',
  'drill.call': 'noted a call about the recall drill of {}',
  'drill.takeBack': 'took back an entry of the recall drill of {}',
  'drill.answer': 'corrected a report on the recall drill of {}',
  'drill.end': 'ended the recall drill of {}',
  'job.retry': 'tried a job of the kind {} again',
  'job.retryAll': 'tried failed jobs of the kind {} again',
  'job.discard': 'gave up a job of the kind {}',
}

/** The actions that can be asked for, as they read in a choice. */
export const ACTIONS = Object.entries(DEEDS).map(([value, deed]) => ({
  value,
  label: sentenceCase(deed.replace(/ ?\{\}/, '').replace(/ (as|of|to|from|for|the)$/, '')),
}))

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export type Deed = Pick<AuditEntry, 'action' | 'subjectKind' | 'subjectName'>

/** What was done: the words before and after the name of the subject, or all of them if there is no name. */
export function deedOf({ action, subjectName }: Deed): [before: string, after?: string] {
  const deed = DEEDS[action] ?? (subjectName ? `did “${action}” to {}` : `did “${action}”`)
  const [before = '', after] = deed.split('{}')
  return after === undefined ? [before] : [before, after]
}

const ITSELF = 'The platform itself'

/** What is done without an account, or before it is known whose: the entry does not say by whom. */
const BY_SOMEBODY = ['sign-in.failed', 'recall.acknowledge', 'recall.answer', 'drill.answer']

/** Who did it. */
export function doerOf({ action, userId, username }: Pick<AuditEntry, 'action' | 'userId' | 'username'>): string {
  if (userId) return username
  return BY_SOMEBODY.includes(action) ? 'Somebody' : ITSELF
}

/** From where. The addresses of those who may do more are kept from the reader. */
export function placeOf(entry: Pick<AuditEntry, 'action' | 'userId' | 'username' | 'ip'>): string {
  return entry.ip || (doerOf(entry) === ITSELF ? 'the server' : 'not shown')
}

const PATHS: Record<string, string> = { user: '/admin/users/', group: '/admin/admin-groups/', farm: '/farms/' }

/** The screen of the subject; null if there is none, or none any more. */
export function pathOf({ action, subjectKind, subjectId }: AuditEntry): string | null {
  const path = PATHS[subjectKind]
  if (!path || !subjectId || action === `${subjectKind}.delete`) return null
  return path + subjectId
}

const FIELDS: Record<string, string> = {
  ausShipping: 'Australian shipping',
  australiaCost: 'cost in Australia',
  delta: 'by',
  first: 'first name',
  middle: 'middle name',
  last: 'last name',
  isActive: 'active',
  farmName: 'farm',
}

/** Ids, of what another entry of the detail or of the trail names. */
const UNSAID = ['farm', 'farmId', 'userId', 'order', 'taggingSetupInvoice']

/** A field in plain words: 'paper costs, mobile, rolls per pack'. */
function fieldName(path: string): string {
  const words = (name: string) => FIELDS[name] ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return path.split('.').map(words).join(', ')
}

/** The server's amounts of money are in cents. */
const IN_CENTS = /(^total|[cC]ost|Fee|Shipping|^shipping\.\w+|Costs\.shipping\.\w+)$/

/** What else is known about a deed: 'email: from a@b.c to d@e.f; active: from yes to no'. */
export function detailOf({ detail }: Pick<AuditEntry, 'detail'>): string {
  const { from, to, ...rest } = detail
  const parts = Object.entries(rest)
    .filter(([name]) => !UNSAID.includes(name))
    .map(([name, value]) => `${fieldName(name)}: ${textOf(value, IN_CENTS.test(name))}`)
  if (to !== undefined) parts.unshift(change(from, to))
  else if (from !== undefined) parts.unshift(`from ${textOf(from)}`)
  return parts.join('; ')
}

function change(from: unknown, to: unknown, inCents?: boolean): string {
  return `from ${textOf(from, inCents)} to ${textOf(to, inCents)}`
}

function textOf(value: unknown, inCents = false): string {
  if (inCents && typeof value === 'number') return dollarsOf(value)
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value)) return value.map((one) => textOf(one)).join(', ') || 'none'
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'string' && isDay(value)) return formatDay(value)
  if (typeof value !== 'object') return String(value)
  const { from, to, ...rest } = value as Record<string, unknown>
  if (Object.keys(rest).length === 0) return change(from, to, inCents)
  return Object.entries(value)
    .map(([name, one]) => `${fieldName(name)} ${textOf(one, IN_CENTS.test(name))}`)
    .join(', ')
}
