export { BillingPanel } from './BillingPanel'
export { InvoiceList } from './InvoiceList'
export { InvoicePage } from './InvoicePage'
export { PaidNotice } from './PaidNotice'
