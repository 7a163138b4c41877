export { KeysPage } from './KeysPage'
