import { PAGING_DEFAULTS } from '@/shared/lib/paging'
import { day } from './admin'
import { pageSearch } from './paging'
import { oneOf, searchOf, text } from './values'

const { limit, page } = PAGING_DEFAULTS

/** The state of the list of recalls. */
export const recallsSearch = searchOf({ state: oneOf(['open', 'closed', 'drills'], ''), ...pageSearch })
export const RECALLS_DEFAULTS = { state: '', limit, page } as const

/** Whom one looks at on the page of a recall. */
export const recallSearch = searchOf({ party: text('') })
export const RECALL_DEFAULTS = { party: '' } as const

const choice = {
  tags: text(''),
  farm: text(''),
  lease: text(''),
  lots: text(''),
  area: text(''),
  cert: text(''),
  from: day,
  to: day,
}
const CHOICE = { tags: '', farm: '', lease: '', lots: '', area: '', cert: '', from: '', to: '' } as const

/** What is chosen to be recalled. */
export const newRecallSearch = searchOf({
  purpose: oneOf(['recall', 'drill'], 'recall'),
  correct: text(''),
  request: text(''),
  ...choice,
})
export const NEW_RECALL_DEFAULTS = { purpose: 'recall', correct: '', request: '', ...CHOICE } as const

/** The same for a farm. */
export const newFarmRecallSearch = searchOf({
  purpose: oneOf(['drill', 'ask'], 'drill'),
  correct: text(''),
  ...choice,
})
export const NEW_FARM_RECALL_DEFAULTS = { purpose: 'drill', correct: '', ...CHOICE } as const
