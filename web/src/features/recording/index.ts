export { ACTIVITY_NAMES, type ActivityName } from './names'
export { notedPlace, notedTitle } from './noted'
export { Record } from './Record'
