export { PaperPanel } from './console/PaperPanel'
export { OfferPage } from './offer/OfferPage'
export { Overview } from './overview/Overview'
