import type { OwnTag } from '@/api'

export const ID = '01a2045cb40870dde8cf5c60'
const NOTHING = {
  shellfishType: '',
  certId: '',
  cert: '',
  sourceCert: '',
  vendorType: '',
  harvestTime: '',
  parcel: '',
  processingDate: '',
  icingDate: '',
  icingTime: '',
  receiptDate: '',
  receiptTime: '',
  wetStorageLot: '',
  wetStorageDate: '',
  wetStorageEndDate: '',
  wetStorageCert: '',
  destination: '',
  shipDate: '',
  shipTime: '',
}

/** A tag of the firm. */
export const tag = (part: Partial<OwnTag> = {}): OwnTag => ({
  ...NOTHING,
  _id: ID,
  type: 'FARM',
  brand: 'Bay Petites',
  species: { value: 'Pacific oyster' },
  sizeCull: '',
  harvestDate: '2026-11-10',
  harvestLocation: 'Willapa Bay',
  event: 'split',
  madeOn: '2026-11-12',
  quantity: 100,
  unit: 'each',
  remainder: 40,
  mixed: false,
  wetStored: false,
  recall: null,
  ...part,
})
