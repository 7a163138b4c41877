export { FarmDetail } from './FarmDetail'
export { type FarmTab, shownTab, tabLabel, tabsOf } from './model'
export { ServicesPanel } from './tagging/ServicesPanel'
