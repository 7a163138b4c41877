import type { Farm } from '@/api'
import { METRICS, type Metric } from './metrics'
import type { ComparedKey, OnReportChange, ReportSearch, Side, SideSearch } from './model'

const BEGINNING: Record<Side, ComparedKey> = { left: 'inventory', right: 'mortality' }

/** For a side that looks at the whole farm whatever is chosen above; no lease has this id. */
export const ALL_AREAS = { value: 'all', label: 'All' } as const

/** The search with only growing areas that the farm has. A link may name one that has been deleted since. */
export function withKnownAreas(
  search: ReportSearch,
  farm: Pick<Farm, 'leases'>,
): { search: ReportSearch; gone: boolean } {
  const known = ['', ALL_AREAS.value, ...farm.leases.map(({ leaseId }) => leaseId)]
  const gone = (['area', 'leftArea', 'rightArea'] as const).filter((key) => !known.includes(search[key] ?? ''))
  return { search: { ...search, ...Object.fromEntries(gone.map((key) => [key, ''])) }, gone: gone.length > 0 }
}

const OWN = ['metric', 'by', 'area', 'dates', 'from', 'to', 'view', 'graph'] as const satisfies (keyof SideSearch)[]

type UrlKey = keyof ReportSearch

/** The key of a side's choice in the URL: left, metric -> leftMetric. */
function urlKey(side: Side, key: keyof SideSearch): UrlKey {
  return `${side}${key.charAt(0).toUpperCase()}${key.slice(1)}` as UrlKey
}

/** What a side sets for itself. */
export function ownOf(search: ReportSearch, side: Side): SideSearch {
  return Object.fromEntries(OWN.map((key) => [key, search[urlKey(side, key)]]))
}

/** What to put in the URL for a change to a side's own choices. */
export function ownChange(side: Side, part: SideSearch): Partial<ReportSearch> {
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [urlKey(side, key as keyof SideSearch), value]))
}

export function metricOfSide(search: ReportSearch, side: Side): Metric {
  return METRICS[ownOf(search, side).metric ?? BEGINNING[side]]
}

/** A side as a report: its own choices, and for the rest those above both sides. */
export function sideSearch(search: ReportSearch, side: Side): ReportSearch {
  const { by, area, dates, from, to, view, graph } = ownOf(search, side)
  const days = dates ? { dates, from, to } : {}
  return {
    ...search,
    ...days,
    mode: 'time',
    by: by ?? search.by,
    area: area === ALL_AREAS.value ? '' : area || search.area,
    view: view ?? search.view,
    graph,
  }
}

/**
 * What a side's figure changes: its view, graph type and days are its own, but
 * filters and growing area are cleared for both sides.
 */
export function sideChange(side: Side, onChange: OnReportChange): OnReportChange {
  return (part, entry) => {
    const own = Object.entries(part).filter(([key]) => OWN.includes(key as never) && key !== 'area')
    const shared = Object.entries(part).filter(([key]) => !OWN.includes(key as never) || key === 'area')
    const ownPart = { ...Object.fromEntries(own), ...('area' in part && { area: undefined }) }
    onChange({ ...Object.fromEntries(shared), ...ownChange(side, ownPart) }, entry)
  }
}
