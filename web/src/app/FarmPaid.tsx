import { PaidNotice } from '@/features/billing'

/** What became of a payment that led back to the farm. */
export default PaidNotice
