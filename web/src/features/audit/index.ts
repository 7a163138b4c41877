export { AuditList } from './AuditList'
export { FarmHistory } from './FarmHistory'
export { LatestEntries } from './LatestEntries'
