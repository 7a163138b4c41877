export { EquipmentPanel } from './EquipmentPanel'
