export { DashboardPanel } from './DashboardPanel'
