import type { components } from '../../openapi/schema'

export type { paths } from '../../openapi/schema'

/** The API's types under the names that this app uses. All are generated from the server's own document. */
type Schemas = components['schemas']

export type User = Schemas['User']
/** The user, with the token that a single sign-on ticket opened. */
export type Me = Schemas['Me']
export type MyChange = Schemas['EditMyInputBody']
export type Session = Schemas['Session']
export type Farm = Schemas['Farm']
/** A farm with its tagging subscription. */
export type FarmRecord = Schemas['FarmRecord']
export type NewFarm = Schemas['Details']
export type FarmChange = Schemas['EditInputBody']
export type PublicChange = Schemas['EditPublicInputBody']
export type FeaturesChange = Schemas['EditFeaturesInputBody']
export type ShippingAddress = Schemas['ShippingAddress']
export type ShippingChange = Schemas['EditShippingInputBody']
export type Certificate = Schemas['Certificate']
export type Brand = Schemas['BrandNotes']
export type Contents = Schemas['Contents']
export type Lease = Schemas['Lease']
export type Line = Schemas['Line']
export type LeaseChange = Schemas['LeaseChange']
export type FarmPage = Schemas['ListSummary']
export type FarmRow = Schemas['Summary']
export type Filters = Schemas['Filters']
export type ReportRequest = Schemas['Query']
export type Report = Schemas['Report']
export type Bucket = Schemas['Row']
export type NewActivity = Schemas['ActivityBody']
export type Held = Schemas['Held']
export type Noted = Schemas['Noted']
export type Today = Schemas['Today']
export type TodayArea = Schemas['Area']
export type Trend = Schemas['Trend']
export type Need = Schemas['Need']
/** Either is null if there is none, which the document cannot say of an object. */
export type Glance = Omit<Schemas['Glance'], 'lastEntry' | 'need'> & { lastEntry: Noted | null; need: Need | null }
export type OpenRecall = Schemas['OpenRecall']
export type UploadSummary = Schemas['UploadSummary']
/** The summary is null until the file has been checked, which the document cannot say of an object. */
export type Upload = Omit<Schemas['Upload'], 'summary'> & { summary: UploadSummary | null }
export type Square = Schemas['SquareResult']
export type SquareToSave = Schemas['Square']
export type Bags = Schemas['Bags']
export type Equipment = Schemas['Equipment']
export type Export = Schemas['Export']
export type ExportRequest = Schemas['ExportRequest']
export type Account = Schemas['Account']
export type AccountRow = Schemas['AccountRow']
export type UserPage = Schemas['ListAccountRow']
export type NewUser = Schemas['CreateUserInputBody']
export type UserChange = Schemas['EditUserInputBody']
export type GroupOption = Schemas['GroupOption']
export type AdminGroup = Schemas['AdminGroup']
export type GroupPage = Schemas['ListAdminGroup']
export type AuditEntry = Schemas['AuditEntry']
export type AuditPage = Schemas['ListAuditEntry']
export type Job = Schemas['Job']
export type JobKind = Schemas['KindStatus']
export type JobPage = Schemas['ListJob']
export type Printer = Schemas['Printer']
export type Hold = Schemas['Hold']
export type TaggingInvoice = Schemas['TaggingInvoice']
export type NextShipment = Schemas['NextShipment']
export type CustomRolls = Schemas['CustomRolls']
export type InvoiceLine = Schemas['InvoiceLine']
export type InvoicePayment = Schemas['InvoicePayment']
/** Either is null if there is none, which the document cannot say of an object. */
export type Invoice = Omit<Schemas['Invoice'], 'payment' | 'refund'> & {
  payment: InvoicePayment | null
  refund: InvoicePayment | null
}
export type InvoicePage = Omit<Schemas['ListInvoice'], 'data'> & { data: Invoice[] }
/** How a farm stands: who collects its invoices, and what is owed. */
export type Standing = Schemas['Standing']
/** The form in which every failure is sent. */
export type Failure = Schemas['Failure']
export type Quote = Schemas['QuoteForm']
export type Cost = Schemas['Cost']
export type Subscription = Schemas['SubscriptionForm']
export type MorePaper = Schemas['MoreForm']
export type Adjustment = Schemas['Adjustment']
export type Shipment = Schemas['Shipment']
export type ShipmentPage = Schemas['ListShipment']
export type Parcel = Schemas['Parcel']
export type Prices = Schemas['Prices']
export type NewPrices = Schemas['NewPrices']
export type Work = Schemas['Work']
export type FailedPayment = Schemas['FailedPayment']
export type FailedPaymentPage = Schemas['ListFailedPayment']
export type RecallInForce = Schemas['RecallInForce']
export type RecallPage = Schemas['ListRecallInForce']
