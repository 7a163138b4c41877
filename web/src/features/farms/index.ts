export { FarmDetail } from './FarmDetail'
export type { FarmTab } from './model'
export { ServicesPanel } from './tagging/ServicesPanel'
