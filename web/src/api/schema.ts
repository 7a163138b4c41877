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
export type ReportRequest = Schemas['Query']
export type Report = Schemas['Report']
export type Bucket = Schemas['Row']
export type NewActivity = Schemas['ActivityBody']
export type Held = Schemas['Held']
export type Noted = Schemas['Noted']
export type UploadSummary = Schemas['UploadSummary']
/** The summary is null until the file was checked, which the document cannot say of an object. */
export type Upload = Omit<Schemas['Upload'], 'summary'> & { summary: UploadSummary | null }
export type Square = Schemas['SquareResult']
export type SquareToSave = Schemas['Square']
export type Equipment = Schemas['Equipment']
export type Export = Schemas['Export']
export type ExportRequest = Schemas['ExportRequest']
/** What every failure is sent as. */
export type Failure = Schemas['Failure']
