export { FailedPayments } from './FailedPayments'
export { OpenRecalls } from './OpenRecalls'
