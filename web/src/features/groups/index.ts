export { GroupDetail } from './GroupDetail'
export { GroupList } from './GroupList'
