/** What can be done with tags, in the order in which it happens to most. */
export const EVENT_NAMES = ['harvest'] as const

export type EventName = (typeof EVENT_NAMES)[number]
