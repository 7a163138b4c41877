export { FailedPayments } from './FailedPayments'
