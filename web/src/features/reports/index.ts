export { FigureSkeleton as ReportsSkeleton } from './FigureSkeleton'
export type { ReportSearch } from './model'
