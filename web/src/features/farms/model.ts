import type { FarmRow, FarmsParams } from '@/api'
import { PAGING_DEFAULTS } from '@/shared/lib/paging'

/** The same screens serve the manager and the console; only their base path and a few controls differ. */
export type FarmArea = 'manage' | 'farms'

export const DETAIL_PATH = { manage: '/manage/$farmId', farms: '/farms/$farmId' } as const
export const LIST_PATH = { manage: '/manage', farms: '/farms' } as const

export const RECORD_PATH = { manage: '/manage/$farmId/record', farms: '/farms/$farmId/record' } as const

/** The tabs by their short names in the URL. */
export const FARM_TABS = ['info', 'about', 'reports', 'features'] as const
export type FarmTab = (typeof FARM_TABS)[number]

/** The numbers that the console's tabs have elsewhere (AFARM-4); the URL understands them too. */
export const TAB_KEYS: Record<string, FarmTab> = { 0: 'info', 4: 'reports', 5: 'about', 6: 'features' }

/** The tabs of an area in their order (FARM-2, AFARM-4). */
export const AREA_TABS: Record<FarmArea, readonly FarmTab[]> = {
  manage: ['info', 'about', 'reports'],
  farms: ['info', 'reports', 'about', 'features'],
}

export type FarmsSort = FarmsParams['sort']
export type FarmsLimit = FarmsParams['limit']

export const LIST_DEFAULTS = { name: '', ...PAGING_DEFAULTS } as const satisfies FarmsParams

/** "Bay Center, WA, USA": the parts there are. */
export function joined(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(', ')
}

/** "Stony Point Shellfish (Stony Point LLC)" */
export function fullName({ name, companyName }: Pick<FarmRow, 'name' | 'companyName'>): string {
  return companyName ? `${name} (${companyName})` : name
}
