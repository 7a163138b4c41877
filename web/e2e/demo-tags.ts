/** Ids of the demo's tags. */
export const TAGS = {
  farm: '7a0000000000000000000001',
  recalled: '7a0000000000000000000002',
  market: '7a0000000000000000000003',
  wetStorage: '7a0000000000000000000004',
  fromRecalled: '7a0000000000000000000005',
  labels: '7a0000000000000000000006',
  otherCert: '7a0000000000000000000007',
  item: '7a0000000000000000000008',
} as const

/** Tags that a farm of the demo makes of its harvests. */
export const MADE = { harvested: '7a0000000000000000000011', petites: '7a0000000000000000000014' }

export const UNKNOWN_TAG = '7affffffffffffffffffffff'

/** The dates of a tag by their names in the API: the demo's end on the day it was made. */
export type TagDates = Record<string, string>

/** 'd MMM yyyy' of 'YYYY-MM-DD'. */
export function dayWords(day: string | undefined): string {
  const [year = '', month = '', date = ''] = (day ?? '').split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

interface Shown {
  what: string
  id: string
  title: string
  identity: string[]
  links: [name: string, href: string][]
  /** The line under the name; '' where it is not shown. */
  told: (tag: TagDates) => string
  tasting?: string
  sections: [label: string, value: string][]
  /** Title, then every line under it. */
  timeline: (tag: TagDates) => string[][]
}

const STONY = {
  title: 'Merroir Stony Point Shellfish Harvest Tag Information',
  identity: [
    'Stony Point Shellfish',
    '+1 360 555 0142',
    'stonypoint.example',
    '12 Tide Street, Bay Center, Washington, 98527, USA',
    'CERT# WA-1234-SP',
  ],
  links: [
    ['+1 360 555 0142', 'tel:+13605550142'],
    ['stonypoint.example', 'https://stonypoint.example'],
  ] as [string, string][],
  sections: [
    ['Brand', 'Bay Center Selects'],
    ['Species', 'Pacific oyster, Magallana gigas'],
    ['Size', 'Extra small, 57 to 70 mm'],
    ['Growing Process', 'Bottom-grown on the tide flats of Willapa Bay, finished in flip bags.'],
  ] as [string, string][],
  tasting: 'Bright salt, cucumber, a clean mineral finish.',
}

/** A distributor's tag goes by the names of the growers behind it. */
function tagOfElliott(growers: string) {
  return {
    title: 'Merroir Elliott Bay Seafood Harvest Tag Information',
    identity: [
      growers,
      'Packed by Elliott Bay Seafood',
      '+1 206 555 0110',
      'elliottbay.example',
      '1500 Alaskan Way, Seattle, Washington, 98101, USA',
      'CERT# WA-0311-SS',
    ],
    links: [['elliottbay.example', 'https://elliottbay.example']] as [string, string][],
  }
}

/** What the public page of each demo tag says, from top to bottom. */
export const SHOWN: Shown[] = [
  {
    what: "a farm's tag",
    id: TAGS.farm,
    ...STONY,
    told: (tag) => `Harvested ${dayWords(tag.harvestDate)} at Stony Point 4, Willapa Bay. On ice 1 h 25 min later.`,
    timeline: (tag) => [
      ['Harvest', 'Willapa Bay, Stony Point 4, parcel 112', `${dayWords(tag.harvestDate)}, 6:40 am`],
      ['Original Shipper', 'WA-1234-SP'],
      ['Ice/Refrigeration', `${dayWords(tag.icingDate)}, 8:05 am`, '1 h 25 min after harvest'],
      ['Ship', 'Pike Place Fish, Seattle', `${dayWords(tag.shipDate)}, 2:30 pm`, '2 days 6 h later'],
    ],
  },
  {
    what: 'a recalled tag',
    id: TAGS.recalled,
    ...STONY,
    told: () => '',
    timeline: (tag) => [
      ['Harvest', 'Willapa Bay, Palix Mouth, parcel 87', `${dayWords(tag.harvestDate)}, 6:40 am`],
      ['Original Shipper', 'WA-1234-SP'],
      ['Ice/Refrigeration', `${dayWords(tag.icingDate)}, 8:05 am`, '1 h 25 min after harvest'],
      ['Ship', 'Pike Place Fish, Seattle', `${dayWords(tag.shipDate)}, 2:30 pm`, '1 day 6 h later'],
    ],
  },
  {
    what: "a distributor's tag of two farms' tags",
    id: TAGS.market,
    ...tagOfElliott('Damariscotta Tide Farm, Stony Point Shellfish'),
    sections: [
      ['Brand', 'Market Reserve'],
      ['Species', 'Oysters, mixed'],
    ],
    told: (tag) => `Harvested ${dayWords(tag.harvestDate)} at Willapa Bay and Damariscotta River.`,
    timeline: (tag) => [
      ['Harvest', 'Willapa Bay and Damariscotta River', `${dayWords(tag.harvestDate)}, 12:00 am`],
      ['Original Shipper', 'WA-1234-SP'],
      ['Received Date', `${dayWords(tag.receiptDate)}, 5:50 am`, '4 days after harvest'],
      ['Ship', 'The Walrus, Portland', `${dayWords(tag.shipDate)}, 9:00 am`, '1 day 3 h later'],
    ],
  },
  {
    what: 'a tag with wet storage',
    id: TAGS.wetStorage,
    ...tagOfElliott('Stony Point Shellfish'),
    sections: [
      ['Brand', 'Market Reserve'],
      ['Species', 'Pacific oyster, Magallana gigas'],
      ['Size', 'Extra small, 57 to 70 mm'],
    ],
    told: (tag) => `Harvested ${dayWords(tag.harvestDate)} at Stony Point 4, Willapa Bay. On ice 1 h 25 min later.`,
    timeline: (tag) => [
      ['Harvest', 'Willapa Bay, Stony Point 4, parcel 112', `${dayWords(tag.harvestDate)}, 6:40 am`],
      ['Original Shipper', 'WA-1234-SP'],
      ['Ice/Refrigeration', `${dayWords(tag.icingDate)}, 8:05 am`, '1 h 25 min after harvest'],
      ['Received Date', `${dayWords(tag.receiptDate)}, 4:20 pm`, '1 day 8 h later'],
      ['Wet Storage Lot #', 'W-2611-07'],
      ['Wet Storage Start Date', dayWords(tag.wetStorageDate)],
      ['Wet Storage End Date', dayWords(tag.wetStorageEndDate), '2 days later'],
      ['Ship', 'Pike Place Fish, Seattle', `${dayWords(tag.shipDate)}, 2:30 pm`],
    ],
  },
  {
    what: 'a tag recalled through its parent',
    id: TAGS.fromRecalled,
    ...tagOfElliott('Stony Point Shellfish'),
    sections: [
      ['Brand', 'Market Reserve'],
      ['Species', 'Pacific oyster, Magallana gigas'],
    ],
    told: () => '',
    timeline: (tag) => [
      ['Harvest', 'Willapa Bay, Palix Mouth, parcel 87', `${dayWords(tag.harvestDate)}, 6:40 am`],
      ['Original Shipper', 'WA-1234-SP'],
      ['Received Date', `${dayWords(tag.receiptDate)}, 7:15 am`, '2 days after harvest'],
      ['Ship', 'Harbor House, Tacoma', `${dayWords(tag.shipDate)}, 1:00 pm`, '1 day 5 h later'],
    ],
  },
  {
    what: "a tag of a farm that says 'Type' and 'Processing Date'",
    id: TAGS.labels,
    title: 'Merroir Bahía Falsa Ostiones Harvest Tag Information',
    identity: [
      'Bahía Falsa Ostiones',
      '+52 616 555 0188',
      'bahiafalsa.example',
      'Camino a Bahía Falsa 40, San Quintín, Baja California, 22930, Mexico',
      'CERT# BC-0102-MX',
    ],
    links: [['+52 616 555 0188', 'tel:+526165550188']],
    sections: [
      ['Brand', 'Kumiai'],
      ['Type', 'Ostión japonés, Magallana gigas'],
      ['Size', 'Medium, 80 to 95 mm'],
      ['Growing Process', 'Grown on racks in the cold upwelling of San Quintín.'],
    ],
    tasting: 'Ocean salt, celery, a round sweet middle.',
    told: (tag) =>
      `Harvested at Racks Norte, Bahía Falsa. Processed ${dayWords(tag.processingDate)}. On ice 1 h 40 min later.`,
    timeline: (tag) => [
      ['Processing Date', 'Bahía Falsa, Racks Norte, parcel N2', `${dayWords(tag.processingDate)}, 7:30 am`],
      ['Original Shipper', 'BC-0102-MX'],
      ['Ice/Refrigeration', `${dayWords(tag.icingDate)}, 9:10 am`, '1 h 40 min later'],
      ['Ship', 'Mercado Negro, Ensenada', `${dayWords(tag.shipDate)}, 6:00 am`, '20 h 50 min later'],
    ],
  },
  {
    what: "a tag with another certificate's contact, and a harvester",
    id: TAGS.otherCert,
    title: STONY.title,
    identity: [
      'Stony Point Shellfish',
      '+1 360 555 0177',
      'stonypoint.example/packing',
      '3 Cannery Row, Dock B, South Bend, Washington, 98586, USA',
      'CERT# WA-0977-SS',
    ],
    links: [['stonypoint.example/packing', 'https://stonypoint.example/packing']],
    sections: [
      ['Brand', 'Stony Point Petites'],
      ['Species', 'Pacific oyster, Magallana gigas'],
      ['Size', 'Petite, 62 to 76 mm'],
      ['Growing Process', 'Tumbled weekly in flip bags from seed to plate.'],
    ],
    tasting: 'Sweet cream and melon rind.',
    told: (tag) => `Harvested ${dayWords(tag.harvestDate)} at Stony Point 4, Willapa Bay. On ice 1 h 25 min later.`,
    timeline: (tag) => [
      ['Harvest', 'Willapa Bay, Stony Point 4, parcel 112', `${dayWords(tag.harvestDate)}, 6:40 am`],
      ['Harvester', 'WA-0977-SS'],
      ['Ice/Refrigeration', `${dayWords(tag.icingDate)}, 8:05 am`, '1 h 25 min after harvest'],
      ['Ship', 'Pike Place Fish, Seattle', `${dayWords(tag.shipDate)}, 2:30 pm`, '2 days 6 h later'],
    ],
  },
  {
    what: 'a tag whose item overrides its size',
    id: TAGS.item,
    title: 'Merroir Damariscotta Tide Farm Harvest Tag Information',
    identity: [
      'Damariscotta Tide Farm',
      '+1 207 555 0119',
      'tidefarm.example',
      '88 River Road, Walpole, Maine, 04573, USA',
      'CERT# ME-0456-SS',
    ],
    links: [['tidefarm.example', 'https://tidefarm.example']],
    sections: [
      ['Brand', 'Glidden Gold'],
      ['Species', 'Eastern oyster'],
      ['Size', 'Cocktail, under 76 mm'],
      ['Growing Process', 'Surface-grown in floating bags, overwintered on the river bottom.'],
    ],
    tasting: 'Full brine, sweet corn, a long copper finish.',
    told: (tag) => `Harvested ${dayWords(tag.harvestDate)} at Glidden Ledge, Damariscotta River. On ice 45 min later.`,
    timeline: (tag) => [
      ['Harvest', 'Damariscotta River, Glidden Ledge', `${dayWords(tag.harvestDate)}, 10:15 am`],
      ['Ice/Refrigeration', `${dayWords(tag.icingDate)}, 11:00 am`, '45 min after harvest'],
    ],
  },
]
