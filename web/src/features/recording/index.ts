export { ACTIVITY_NAMES, type ActivityName } from './activities'
export { Record } from './Record'
