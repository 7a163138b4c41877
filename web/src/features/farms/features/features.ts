import type { Farm, FeaturesChange } from '@/api'

export type Flag = Exclude<keyof FeaturesChange, 'version'>

interface Feature {
  flag: Flag
  label: string
  /** Only a distributor can have it. */
  distributor?: true
}

/** What can be switched on for a farm (AFARM-7). */
export const FEATURES: readonly Feature[] = [
  { flag: 'inventory', label: 'Inventory', distributor: true },
  { flag: 'companies', label: 'Companies' },
  { flag: 'items', label: 'Items' },
  { flag: 'itemInventory', label: 'Item inventory', distributor: true },
  { flag: 'logs', label: 'Logs' },
  { flag: 'salesOrders', label: 'Sales orders' },
  { flag: 'purchases', label: 'Purchases', distributor: true },
  { flag: 'expectedLotsFromPurchases', label: 'Expected lots from purchases', distributor: true },
  { flag: 'profitMargin', label: 'Profit margin', distributor: true },
  { flag: 'billOfLading', label: 'Bill of lading' },
  { flag: 'packOut', label: 'Pack out' },
  { flag: 'accounting', label: 'QuickBooks' },
  { flag: 'wetStorage', label: 'Wet storage', distributor: true },
  { flag: 'locations', label: 'Locations', distributor: true },
  { flag: 'webReceiving', label: 'Web receiving', distributor: true },
]

export function featuresFor(type: string | undefined): readonly Feature[] {
  return FEATURES.filter(({ distributor }) => !distributor || type === 'distributor')
}

/** In words, the features that are on now and that another type would switch off. */
export function lostFeatures({ features }: Pick<Farm, 'features'>, type: string): string[] {
  if (type === 'distributor') return []
  return FEATURES.filter(({ flag, distributor }) => distributor && features[flag]).map(({ label }) => label)
}
