export { AccountHome } from './AccountHome'
export { AccountSettings } from './AccountSettings'
