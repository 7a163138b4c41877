export { NoticeList } from './NoticeList'
