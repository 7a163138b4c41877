import { FARM_DEFAULTS, FARM_SEARCH } from './farm'
import { searchOf } from './values'

const { tab: _, ...defaults } = FARM_DEFAULTS
const { tab: __, ...search } = FARM_SEARCH

export const REPORTS_DEFAULTS = defaults

/** Just the reports: what a farm's page has, without its tab. */
export const reportsSearch = searchOf(search)
