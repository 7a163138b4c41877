export { FigureSkeleton } from './FigureSkeleton'
export type { OnExport, OnReportChange, ReportPanels, ReportProps, ReportSearch } from './model'
