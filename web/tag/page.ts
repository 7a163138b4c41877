// The answer of GET /api/tag/{id}, as the page reads it. Every field may be
// missing: a tag carries what its farm recorded and nothing more.

/** Text as it comes from the API. Lists are shown joined by commas. */
export type Text = string | number | readonly string[] | null | undefined

export interface Contact {
  phone?: Text
  website?: Text
  address1?: Text
  address2?: Text
  city?: Text
  state?: Text
  zip?: Text
  country?: Text
}

export interface Cert extends Contact {
  certId?: Text
}

export interface BrandInfo {
  brand?: Text
  growingProcess?: Text
  tastingNotes?: Text
}

export interface Farm extends Contact {
  _id?: Text
  name?: Text
  type?: Text
  photo?: Text
  growerNames?: Text
  distributorBrands?: readonly BrandInfo[] | null
  certs?: readonly Cert[] | null
  cert?: Text
  harvesterCert?: Text
  labels?: { species?: Text; harvest?: Text } | null
}

export interface TagFields {
  type?: Text
  brand?: Text
  species?: { value?: Text } | null
  shellfishType?: Text
  sizeCull?: Text
  growerNames?: Text
  certId?: Text
  cert?: Text
  sourceCert?: Text
  vendorType?: Text
  harvestDate?: Text
  harvestTime?: Text
  harvestLocation?: Text
  parcel?: Text
  processingDate?: Text
  icingDate?: Text
  icingTime?: Text
  receiptDate?: Text
  receiptTime?: Text
  wetStorageLot?: Text
  wetStorageDate?: Text
  wetStorageEndDate?: Text
  destination?: Text
  shipDate?: Text
  shipTime?: Text
}

export interface Tag extends TagFields {
  _id?: Text
  item?: TagFields | null
  /** The day on which its firm took it back; absent for one that is valid. */
  takenBack?: Text
}

export interface TagData {
  farm: Farm | null
  tag: Tag
  rootTag: TagFields | null
  /** The recalling party, null when nothing is recalled. */
  recall: string | null
}
