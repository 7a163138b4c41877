/** What a farm or a distributor does with its product (AFARM-3). */
export const ACTIVITIES = ['Harvest', 'Order', 'Outgoing', 'Process', 'Receive', 'Record'] as const
export type Activity = (typeof ACTIVITIES)[number]

/** '' is the blank choice of the form. */
export type FarmType = '' | 'farm' | 'distributor'

const OPEN: readonly Activity[] = ['Harvest', 'Outgoing', 'Record']

/** Whether this activity can be changed by hand. A distributor's Receive, Order and Process are shown but fixed. */
export function isOpen(type: FarmType, activity: Activity): boolean {
  return type !== '' && OPEN.includes(activity)
}

/** What a new type starts with. */
export function activitiesFor(type: FarmType): Activity[] {
  if (type === 'farm') return ['Harvest']
  if (type === 'distributor') return ['Order', 'Receive']
  return []
}

/** The choice after a press: a farm holds exactly one activity, a distributor any number of the open ones. */
export function toggled(type: FarmType, chosen: readonly Activity[], activity: Activity): Activity[] {
  if (!isOpen(type, activity)) return [...chosen]
  if (type === 'farm') return [activity]
  return ACTIVITIES.filter((one) => (one === activity ? !chosen.includes(one) : chosen.includes(one)))
}
