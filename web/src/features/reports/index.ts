export { FigureSkeleton } from './FigureSkeleton'
export type { OnExport, OnReportChange, ReportPanels, ReportProps, ReportSearch } from './model'
export { REPORTS, reportOf } from './names'
export { ReportNames } from './ReportNames'
