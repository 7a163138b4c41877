export { AskingFarms } from './AskingFarms'
export { FailedPayments } from './FailedPayments'
