import type { Farm, Tag, TagData } from './page'

/** A farm and its tag with everything filled in, for the tests. */
export const farm: Farm = {
  _id: '5f0000000000000000000002',
  name: 'Stony Point Shellfish',
  type: 'farm',
  photo: '/photos/5f0000000000000000000002.jpg',
  phone: '+1 360 555 0142',
  website: 'stonypoint.example',
  address1: '12 Tide Street',
  address2: '',
  city: 'Bay Center',
  state: 'WA',
  zip: '98527',
  country: 'USA',
  cert: 'WA-1234-SP',
  growerNames: 'Ada and Ben Coe',
  labels: { species: 'Species', harvest: 'Harvest' },
  distributorBrands: [
    { brand: 'Bay Center Selects', growingProcess: 'Finished in flip bags.', tastingNotes: 'Cucumber.' },
  ],
  certs: [],
}

export const tag: Tag = {
  _id: '7a0000000000000000000001',
  type: 'FARM',
  brand: 'Bay Center Selects',
  species: { value: 'Pacific oyster' },
  sizeCull: 'Extra small',
  sourceCert: 'WA-1234-SP',
  vendorType: 'Shipper',
  harvestDate: '2026-11-14',
  harvestTime: '6:40 am',
  harvestLocation: 'Willapa Bay',
  parcel: '112',
  icingDate: '2026-11-14',
  icingTime: '8:05 am',
  receiptDate: '2026-11-15',
  receiptTime: '',
  wetStorageLot: 'W-2611-07',
  wetStorageDate: '2026-11-15',
  wetStorageEndDate: '2026-11-16',
  destination: 'Pike Place Fish',
  shipDate: '2026-11-16',
  shipTime: '2:30 pm',
  item: null,
}

export const clean: TagData = { farm, tag, rootTag: null, recall: null }
