export { EVENT_NAMES, type EventName } from './events'
export { Tagging } from './Tagging'
