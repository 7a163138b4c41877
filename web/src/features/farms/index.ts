export { FarmDetail } from './FarmDetail'
export { FarmList } from './list/FarmList'
export type { FarmTab } from './model'
export { FarmSetup } from './record/FarmSetup'
