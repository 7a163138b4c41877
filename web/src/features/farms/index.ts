export { FarmDetail } from './FarmDetail'
export type { FarmTab } from './model'
export { shownTab, tabLabel, tabsOf } from './tabs'
export { ServicesPanel } from './tagging/ServicesPanel'
