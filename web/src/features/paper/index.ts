export { PaperPanel } from './console/PaperPanel'
export { Overview } from './overview/Overview'
