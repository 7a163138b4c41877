import { lazy } from '@/shared/ui/lazy'

export const EquipmentReport = lazy(() => import('./EquipmentReport'))
