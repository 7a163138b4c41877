import type { components } from '../../openapi/schema'

export type { paths } from '../../openapi/schema'

/** The API's types by the names that this app uses. All of them are made from the server's own document. */
type Schemas = components['schemas']

export type User = Schemas['User']
export type Farm = Schemas['Farm']
export type NewFarm = Schemas['Details']
export type Lease = Schemas['Lease']
export type FarmPage = Schemas['ListSummary']
export type FarmRow = Schemas['Summary']
export type Filters = Schemas['Filters']
export type InventoryRequest = Schemas['Query']
export type Inventory = Schemas['Inventory']
export type Bucket = Schemas['Row']
/** What every failure is sent as. */
export type Failure = Schemas['Failure']
