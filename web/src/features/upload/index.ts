export { UploadGroups } from './UploadGroups'
