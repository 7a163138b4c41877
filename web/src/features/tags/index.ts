export { ScansPage } from './ScansPage'
export { ShippedList } from './ShippedList'
export { TagList } from './TagList'
export { TagPage } from './TagPage'
