export { Dashboard } from './Dashboard'
export { Squares } from './Squares'
