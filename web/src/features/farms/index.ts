export { FarmDetail } from './FarmDetail'
export { FarmList } from './FarmList'
export { FarmSetup } from './FarmSetup'
export type { FarmTab } from './model'
