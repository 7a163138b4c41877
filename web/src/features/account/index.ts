export { AccountSettings } from './AccountSettings'
