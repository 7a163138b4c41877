export { FarmDetail } from './FarmDetail'
export { FarmList } from './FarmList'
export { FarmSetup } from './FarmSetup'
export type { FarmArea, FarmTab } from './model'
