import type {
  Bucket,
  Export,
  FarmPage,
  FarmRecord,
  FarmRow,
  Invoice,
  Lease,
  NewsSwitch,
  NewsSwitches,
  Report,
  Session,
  Square,
  Standing,
  TaggingInvoice,
  Today,
  User,
} from '@/api'
import { noted } from './book'

const GROUPS = {
  root: { root: true, admin: false, farmmanager: false },
  admin: { root: false, admin: true, farmmanager: false },
  manager: { root: false, admin: false, farmmanager: true },
  member: { root: false, admin: false, farmmanager: false },
}

export type Who = keyof typeof GROUPS

export function user(who: Who): User {
  return {
    _id: `id-${who}`,
    username: who,
    email: `${who}@merroir.example`,
    name: { first: 'Ada', middle: '', last: 'Tide' },
    groups: GROUPS[who],
    isActive: true,
    permissions: who === 'root' || who === 'admin' ? ['admin-users', 'companies', 'export', 'pricing', 'recall'] : [],
    secondFactor: false,
    mustEnrol: false,
  }
}

export function session(part: Partial<Session> = {}): Session {
  return {
    _id: 'session-here',
    createdAt: Date.UTC(2026, 10, 20, 8),
    lastSeen: Date.UTC(2026, 10, 20, 8),
    ip: '192.0.2.7',
    device: 'Firefox on Linux',
    current: true,
    stay: '',
    stays: false,
    ...part,
  }
}

export function row(part: Partial<FarmRow> = {}): FarmRow {
  return {
    _id: 'farm-1',
    name: 'Salish Sea Test Beds',
    companyName: '',
    type: 'farm',
    paperDiscount: false,
    city: 'Courtenay',
    state: 'British Columbia',
    country: 'Canada',
    owner: '',
    email: '',
    phone: '',
    taggingActive: false,
    certificates: [],
    ...part,
  }
}

/** A page of a list with `total` rows. */
export function page<R = FarmRow>(
  rows: R[],
  total = rows.length,
  current = 1,
  limit = 20,
): Omit<FarmPage, 'data'> & { data: R[] } {
  const pages = Math.max(1, Math.ceil(total / limit))
  const begin = rows.length > 0 ? (current - 1) * limit + 1 : 0
  return {
    data: rows,
    pages: {
      current,
      total: pages,
      hasPrev: current > 1,
      hasNext: current < pages,
      prev: current - 1,
      next: current + 1,
    },
    items: { begin, end: begin + rows.length - 1, total },
  }
}

export function lease(part: Partial<Lease> = {}): Lease {
  return {
    leaseId: 'lease-a',
    name: 'Site A',
    dateOfIssue: '2016-03-01',
    dateofIssue: '2016-03-01',
    dateOfExpiration: '2091-02-28',
    size: '4.2 ha',
    lines: ['1', '2', '3'].map((name) => ({ name, spots: 40 })),
    location: 'Baynes Sound',
    endedOn: '',
    version: 1,
    animals: 0,
    containers: 0,
    ...part,
  }
}

const ofTypes = <T>(mobile: T, industrial: T, mobileSticker: T, blackLineMobile: T) => ({
  mobile,
  industrial,
  mobileSticker,
  blackLineMobile,
})
const NO_REFILL = {
  shippedCount: 0,
  nextReminderCount: 0,
  nextFinalizedCount: 0,
  nextShipmentType: 'mobile',
  refillRollCount: 0,
}
const COST = { cost: 1000, distributorCost: 800, rollsPerPack: 4, tagCountPerRoll: 500 }

export function farm(part: Partial<FarmRecord> = {}): FarmRecord {
  return {
    ...row(),
    owner: 'T. Park',
    email: 'office@salish.example',
    phone: '',
    website: '',
    address1: '12 Tide Street',
    address2: '',
    zip: '98527',
    activities: ['Harvest'],
    photo: '',
    timeZone: 'America/Vancouver',
    utcOffset: -480,
    version: 7,
    location: '',
    setupFee: 0,
    shippingAddress: {
      name: '',
      business: '',
      address1: '',
      address2: '',
      city: '',
      state: '',
      country: '',
      postalCode: '',
    },
    dealer: '',
    growerNames: '',
    cert: '',
    harvesterCert: '',
    certs: [],
    distributorBrands: [],
    labels: { species: 'Species', harvest: 'Harvest' },
    leases: [lease()],
    users: [],
    openRecalls: [],
    features: {},
    taggingActive: false,
    taggingSetupInvoice: '',
    taggingSetupFee: 25_000,
    taggingInvoiceAmount: 0,
    refillSoftwareFee: 0,
    taggingRefillThreshold: ofTypes(NO_REFILL, NO_REFILL, NO_REFILL, NO_REFILL),
    totalPrinted: ofTypes(0, 0, 0, 0),
    tagsInStock: ofTypes(0, 0, 0, 0),
    paperAdjustments: { customPaperRolls: [], byDate: [] },
    taggingInvoices: ofTypes<TaggingInvoice[]>([], [], [], []),
    olderOrders: 0,
    stripeCustomerId: '',
    nextShipments: [],
    shipmentHolds: [],
    paperCosts: {
      ...ofTypes(COST, COST, COST, COST),
      mobileLaminated: COST,
      sixMilMobile: COST,
      mobileSmall: COST,
      industrialSmall: COST,
      shipping: { industrialPaper: 4000, mobilePaper: 2500, ausShipping: 9000 },
    },
    printerCatalogue: [],
    printers: [],
    hasPaymentMethod: true,
    paperSize: '7"',
    promotionalFee: null,
    ...part,
  }
}

/** The setup invoice of a farm: a mobile printer with its paper, and the fee. */
export function invoice(part: Partial<Invoice> = {}): Invoice {
  return {
    _id: 'in-7',
    farm: 'farm-1',
    number: 'M-1001',
    kind: 'setup',
    title: 'Setup of the tagging subscription',
    billTo: ['Salish Sea Test Beds', '12 Tide Street'],
    lines: [
      { description: 'TSC ALPHA-30RB', cents: 28_900 },
      { description: '12 rolls of mobile paper, included', cents: 0 },
      { description: 'Tagging setup fee', cents: 25_005 },
    ],
    total: 53_905,
    state: 'open',
    provider: 'hand',
    automatic: false,
    createdAt: Date.UTC(2026, 10, 20, 22, 5),
    dueAt: Date.UTC(2026, 11, 20, 22, 5),
    paidAt: null,
    voidedAt: null,
    refundedAt: null,
    refunding: false,
    note: '',
    attempts: 0,
    nextAttemptAt: null,
    trouble: '',
    payment: null,
    refund: null,
    pay: 'demo',
    ...part,
  }
}

export function standing(part: Partial<Standing> = {}): Standing {
  return { provider: 'hand', stripeCustomerId: '', card: '', hasPaymentMethod: true, open: 0, owed: 0, ...part }
}

function bucket(month: string, to: string, numbers: Partial<Bucket>, values: number[]): Bucket {
  const { planted = 0, adjusted = 0, harvested = 0, lost = 0 } = numbers
  const received = planted + adjusted
  const inventory = received - harvested - lost
  return {
    from: `${month}-01`,
    to,
    planted,
    moved: 0,
    adjusted,
    received,
    harvested,
    lost,
    inventory,
    harvest: harvested,
    loss: lost,
    missing: Math.max(0, -adjusted),
    missingIn: Math.max(0, -adjusted),
    atRisk: received,
    value: inventory,
    values,
    ...numbers,
  }
}

/** Two months of the field notebook: its three sites at the end of June and at its last visit. */
export function notebook(part: Partial<Report> = {}): Report {
  return {
    metric: 'Inventory',
    unit: 'animals',
    graphType: 'count',
    frequency: 'Monthly',
    startDate: '2017-06-01',
    opening: {
      day: '2017-05-31',
      planted: 3000,
      moved: 0,
      adjusted: 0,
      harvested: 100,
      lost: 50,
      inventory: 2850,
      value: 2850,
    },
    endDate: '2017-11-30',
    activeLease: 'All',
    segment: '',
    series: [],
    season: { month: 1, mark: null },
    data: [
      bucket('2017-06', '2017-06-30', { planted: 3490, adjusted: 9, harvested: 582, lost: 99 }, [981, 990, 847]),
      bucket('2017-11', '2017-11-30', { planted: 3490, adjusted: -59, harvested: 1107, lost: 242 }, [729, 711, 642]),
    ],
    ...part,
  }
}

/** A farm today: quiet, with one planting and one growing area. */
export function todayOf(part: Partial<Today> = {}): Today {
  return {
    date: '2026-11-21',
    needs: [],
    needsInAll: 0,
    trend: {
      since: '2026-08-23',
      before: 1000,
      animals: 1150,
      planted: 200,
      harvested: 0,
      lost: 50,
      adjusted: 0,
      ever: true,
      line: [1000, 1150],
    },
    entries: [noted()],
    areas: [
      {
        leaseId: 'lease-1',
        name: 'Site A',
        ends: '',
        animals: 1150,
        sizes: [
          { sizeLabel: 'Petite', animals: 1000 },
          { sizeLabel: 'Seed', animals: 150 },
        ],
        used: 12,
        spots: 20,
      },
    ],
    ...part,
  }
}

/** A square of the dashboard: the notebook's animals today, unless it says otherwise. */
export function square(part: Partial<Square> = {}): Square {
  return {
    activeViewBy: {},
    metric: 'Inventory',
    dateRange: 'Snapshot',
    span: 'monthly',
    label: 'Living animals today',
    count: 2082,
    size: null,
    percent: null,
    total: null,
    unused: null,
    data: null,
    previous: 2366,
    previousFrom: '2026-08-23',
    previousTo: '2026-08-23',
    change: -284,
    ...part,
  }
}

export function sentExport(part: Partial<Export> = {}): Export {
  return {
    _id: 'export-1',
    metric: 'Snapshot',
    area: 'All',
    dateRange: '',
    startDate: '2026-11-20',
    endDate: '2026-11-20',
    filters: [],
    email: 'manager@merroir.example',
    state: 'done',
    percent: 100,
    rows: 44,
    bytes: 9120,
    createdAt: Date.UTC(2026, 10, 20, 22, 5),
    finishedAt: Date.UTC(2026, 10, 20, 22, 6),
    expiresAt: Date.UTC(2091, 0, 1),
    url: '/exports/token-1',
    message: '',
    ...part,
  }
}

/** Where one is told of each kind, as it is before one says anything else. */
export function switches(): NewsSwitches {
  const kinds: NewsSwitch['kind'][] = ['recall', 'lease', 'certificate', 'paper', 'mortality', 'upload', 'week']
  return { told: true, switches: kinds.map((kind) => ({ kind, page: kind !== 'week', mail: kind !== 'recall' })) }
}
