export { ExportDialog } from './ExportDialog'
export { ExportsReport } from './ExportsReport'
export type { ExportListener } from './model'
