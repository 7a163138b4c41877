export { FarmDetail } from './FarmDetail'
export type { FarmTab } from './model'
