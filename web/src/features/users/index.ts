export { UserDetail } from './UserDetail'
export { UserList } from './UserList'
