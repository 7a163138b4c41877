export { ACTIVITY_NAMES, type ActivityName } from './activities'
export { notedPlace, notedTitle } from './noted'
export { Record } from './Record'
