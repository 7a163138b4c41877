export { ExportDialog } from './ExportDialog'
export { ExportsReport } from './ExportsReport'
export type { Asked, ExportListener } from './model'
