export { ACTIVITY_NAMES, type ActivityName } from './activities'
export { Record } from './Record'
export { notedPlace, notedTitle } from './words'
