export { FarmRecall, FarmRecalls, NewFarmRecall } from './FarmRecalls'
export { RecallList } from './RecallList'
export { NewStaffRecall, StaffRecall } from './StaffRecall'
