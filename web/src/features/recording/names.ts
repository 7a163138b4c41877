/** By themselves, as the addresses of all pages are read with them. */
export const ACTIVITY_NAMES = ['plant', 'count', 'size', 'move', 'split', 'harvest', 'loss'] as const
export type ActivityName = (typeof ACTIVITY_NAMES)[number]
