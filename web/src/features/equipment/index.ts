export { EquipmentReport } from './EquipmentReport'
