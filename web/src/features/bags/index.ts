export { Bags } from './Bags'
