import type { Farm } from '@/api'
import type { FarmSection } from '@/shared/lib/farmPaths'
import type { FarmTab } from './model'

const TAB_LABELS: Record<FarmTab, string> = {
  today: 'Today',
  info: 'Farm Info',
  about: 'About My Farm',
  reports: 'Reports',
  tagging: 'Tagging Subscription',
  features: 'Features',
}

/** The tabs of each section (FARM-2, AFARM-4), in the order in which the rail has them: the reports stand above the farm's own, and the invoices below the tagging. */
const SECTION_TABS: Record<FarmSection, readonly FarmTab[]> = {
  manage: ['reports', 'info', 'about', 'tagging'],
  farms: ['reports', 'info', 'about', 'features', 'tagging'],
}

/**
 * The tabs that a farm has in a section. Reports need a lease, in the console also something to view them by;
 * managers see the tagging tab if the farm has the service or is about to. What the farm pays for and may use is for
 * those who manage it and for who keeps its record, and reports are for whose link to it opens them.
 */
export function tabsOf(
  section: FarmSection,
  { leases, recorded, taggingActive, may }: Pick<Farm, 'leases' | 'recorded' | 'taggingActive' | 'may'>,
  keeps = true,
): FarmTab[] {
  return SECTION_TABS[section].filter((tab) => {
    if (!keeps && (tab === 'features' || tab === 'tagging')) return false
    if (tab === 'reports' && may === 'record') return false
    if (tab === 'reports') return leases.length > 0 && (recorded !== false || section === 'manage')
    return tab !== 'tagging' || section === 'farms' || taggingActive !== false
  })
}

/** What an address leads to: Farm Info if the farm has no tab of that name. Today is not a tab, and every farm has it. */
export function shownTab(section: FarmSection, farm: Farm, tab: FarmTab = 'today', keeps = true): FarmTab {
  return tab === 'today' || tabsOf(section, farm, keeps).includes(tab) ? tab : 'info'
}

export function tabLabel(section: FarmSection, tab: FarmTab): string {
  if (tab === 'tagging' && section === 'farms') return 'Paper & Printers'
  return TAB_LABELS[tab]
}
