import type { FarmRow, FarmsParams } from '@/api'

/** The same screens serve the manager and the console; only their base path and a few controls differ. */
export type FarmArea = 'manage' | 'farms'

export const DETAIL_PATH = { manage: '/manage/$farmId', farms: '/farms/$farmId' } as const
export const LIST_PATH = { manage: '/manage', farms: '/farms' } as const

export const RECORD_PATH = { manage: '/manage/$farmId/record', farms: '/farms/$farmId/record' } as const

/** The tabs by their short names in the URL. */
export const FARM_TABS = ['info', 'about', 'reports'] as const
export type FarmTab = (typeof FARM_TABS)[number]

export type FarmsSort = FarmsParams['sort']
export type FarmsLimit = FarmsParams['limit']

export const SORTS: readonly { value: FarmsSort; label: string }[] = [
  { value: '_id', label: 'Id ascending' },
  { value: '-_id', label: 'Id descending' },
  { value: 'name', label: 'Name ascending' },
  { value: '-name', label: 'Name descending' },
]
export const LIMITS: readonly FarmsLimit[] = [5, 10, 20, 50, 100]

export const LIST_DEFAULTS = { name: '', sort: '_id', limit: 20, page: 1 } as const satisfies FarmsParams

/** "Bay Center, WA, USA": the parts there are. */
export function joined(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(', ')
}

/** "Stony Point Shellfish (Stony Point LLC)" */
export function fullName({ name, companyName }: Pick<FarmRow, 'name' | 'companyName'>): string {
  return companyName ? `${name} (${companyName})` : name
}
