export { FarmPeople } from './FarmPeople'
