import type { QueryClient } from '@tanstack/react-query'
import { farmQuery } from '@/api'
import type { ReportSearch } from '@/features/reports'
import { booting } from '@/shared/lib/boot'
import type { FarmPageSearch } from './FarmPage'
import { FarmRecord, FarmReports, FarmTagging, FarmToday } from './farmParts'

export interface Matched {
  params: { farmId?: string }
  search: Partial<FarmPageSearch>
}

/** Asks for what the page of a farm begins with: the farm, and at the same time what the address names of it. */
export async function askAhead(client: QueryClient, page?: Matched): Promise<void> {
  const farmId = page?.params.farmId
  if (!farmId) return
  const farm = client.prefetchQuery(farmQuery(farmId))
  const { tab = 'reports', report } = page.search
  if (tab === 'today') {
    const { askToday } = await FarmToday.ahead()
    await askToday(client, farmId)
  }
  if (tab === 'info') await FarmRecord.ahead()
  if (tab === 'tagging') await FarmTagging.ahead()
  if (tab === 'reports' && report) {
    const { askReport } = await FarmReports.ahead()
    await askReport(client, farmId, page.search as ReportSearch)
  }
  await farm
}

const MOMENT_MS = 100
/** On a slow phone a moment passes while the code that asks is read. */
const FIRST_MOMENT_MS = 500

/** A page whose answers arrive within a moment appears whole, any other with outlines. The page itself says what goes wrong. */
export function soon(asked: Promise<unknown>): Promise<void> {
  const moment = new Promise<void>((resolve) => setTimeout(resolve, booting() ? FIRST_MOMENT_MS : MOMENT_MS))
  return Promise.race([
    moment,
    asked.then(
      () => undefined,
      () => undefined,
    ),
  ])
}
