export { Labels } from './Labels'
export { LabelsLink } from './LabelsLink'
