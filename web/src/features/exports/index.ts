export { ExportDialog } from './ExportDialog'
export { ExportsPanel } from './ExportsPanel'
export type { ExportListener } from './model'
