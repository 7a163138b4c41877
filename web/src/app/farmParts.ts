import { lazy } from '@/shared/ui/lazy'

/** What the page of a farm loads for the tab that its address names. */
export const FarmToday = lazy(() => import('./FarmToday'))
export const FarmRecord = lazy(() => import('./FarmRecord'))
export const FarmReports = lazy(() => import('./FarmReports'))
export const FarmTagging = lazy(() => import('./FarmTagging'))
