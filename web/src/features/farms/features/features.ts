import type { Farm, FeaturesChange } from '@/api'

export type Flag = Exclude<keyof FeaturesChange, 'version'>

interface Feature {
  flag: Flag
  label: string
  /** What it opens, said beside its box. */
  about: string
  /** Only a distributor can have it. */
  distributor?: true
}

/** What can be switched on for a farm (AFARM-7). */
export const FEATURES: readonly Feature[] = [
  { flag: 'inventory', label: 'Inventory', about: 'What is in stock, in the distributor’s app.', distributor: true },
  { flag: 'companies', label: 'Companies', about: 'The firms that it buys from and sells to.' },
  { flag: 'items', label: 'Items', about: 'The products that it sells, with their units.' },
  { flag: 'itemInventory', label: 'Item inventory', about: 'How much of each product is in stock.', distributor: true },
  { flag: 'logs', label: 'Logs', about: 'Temperatures, cleaning and other logs that inspectors ask for.' },
  { flag: 'salesOrders', label: 'Sales orders', about: 'Orders of its buyers, until they are shipped.' },
  { flag: 'purchases', label: 'Purchases', about: 'What is ordered from growers and other firms.', distributor: true },
  {
    flag: 'expectedLotsFromPurchases',
    label: 'Expected lots from purchases',
    about: 'A purchase makes the lots that are to come.',
    distributor: true,
  },
  {
    flag: 'profitMargin',
    label: 'Profit margin',
    about: 'What a sale earns over what was paid for the goods.',
    distributor: true,
  },
  { flag: 'billOfLading', label: 'Bill of lading', about: 'The paper that goes with a shipment.' },
  { flag: 'packOut', label: 'Pack out', about: 'How many packs come of what was received.' },
  { flag: 'accounting', label: 'QuickBooks', about: 'Invoices and bills go to QuickBooks.' },
  {
    flag: 'wetStorage',
    label: 'Wet storage',
    about: 'Shellfish kept alive in tanks or floats, with lot numbers of their own.',
    distributor: true,
  },
  { flag: 'locations', label: 'Locations', about: 'Rooms, docks and trucks where goods are kept.', distributor: true },
  {
    flag: 'webReceiving',
    label: 'Web receiving',
    about: 'Goods are received in the browser too, not in the app alone.',
    distributor: true,
  },
]

export function featuresFor(type: string | undefined): readonly Feature[] {
  return FEATURES.filter(({ distributor }) => !distributor || type === 'distributor')
}

/** In words, the features that are on now and that another type would switch off. */
export function lostFeatures({ features }: Pick<Farm, 'features'>, type: string): string[] {
  if (type === 'distributor') return []
  return FEATURES.filter(({ flag, distributor }) => distributor && features[flag]).map(({ label }) => label)
}
