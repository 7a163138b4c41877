export { Overview } from './overview/Overview'
export { ShippingPanel } from './shipping/ShippingPanel'
