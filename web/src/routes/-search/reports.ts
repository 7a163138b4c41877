import * as v from 'valibot'
import { FARM_DEFAULTS, farmSearch } from './farm'

const { tab: _, ...defaults } = FARM_DEFAULTS

export const REPORTS_DEFAULTS = defaults

/** The reports alone: what a farm's page has, without its tab. */
export const reportsSearch = v.omit(farmSearch, ['tab'])
