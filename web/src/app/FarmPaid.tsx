import { PaidNotice } from '@/features/billing'

/** What became of a payment, for those whom it led back to the farm. */
export default PaidNotice
