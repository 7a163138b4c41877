export { Tagging } from './Tagging'
