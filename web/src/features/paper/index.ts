export { ShippingPanel } from './shipping/ShippingPanel'
