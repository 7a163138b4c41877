import type { FarmRow, FarmsParams } from '@/api'
import { PAGING_DEFAULTS } from '@/shared/lib/paging'

/** The tabs by their short names in the URL. */
export const FARM_TABS = ['today', 'info', 'about', 'reports', 'tagging', 'features'] as const
export type FarmTab = (typeof FARM_TABS)[number]

/** The numbers that the console's tabs have elsewhere (AFARM-4), which the URL also accepts. */
export const TAB_KEYS: Record<string, FarmTab> = { 0: 'info', 2: 'tagging', 4: 'reports', 5: 'about', 6: 'features' }

export const LIST_DEFAULTS = { name: '', ...PAGING_DEFAULTS } as const satisfies FarmsParams

/** "Stony Point Shellfish (Stony Point LLC)" */
export function fullName({ name, companyName }: Pick<FarmRow, 'name' | 'companyName'>): string {
  return companyName ? `${name} (${companyName})` : name
}
