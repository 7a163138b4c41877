export { ScanTag } from './ScanTag'
export { Tagging } from './Tagging'
