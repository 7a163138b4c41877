import { lazy } from '@/shared/ui/lazy'

export { ExportDialog } from './ExportDialog'
export type { Asked, ExportListener } from './model'

export const ExportsReport = lazy(() => import('./ExportsReport'))
