export { GLANCE_COLUMNS, GlanceCells } from './Glance'
export { Today } from './Today'
