import type { NewsSwitch, Notice } from '@/api'
import { formatDay } from '@/shared/lib/days'

const PAPER: Record<string, string> = {
  mobile: 'mobile',
  industrial: 'industrial',
  mobileSticker: 'sticker',
  blackLineMobile: 'black line mobile',
}

/** The kinds, as one switches them. */
export const KINDS: Record<NewsSwitch['kind'], string> = {
  recall: 'Recalls',
  lease: 'Leases that end',
  certificate: 'Certificates that expire',
  paper: 'Paper that runs low',
  mortality: 'Mortality above the mark',
  upload: 'Uploads',
  week: 'Weekly summary',
}

/** What one was told, in a sentence. */
export function noticeSentence({ kind, state, on, subject }: Notice): string {
  switch (kind) {
    case 'recall':
      return `A recall by ${subject} reaches this farm.`
    case 'lease':
      return state === 'expired'
        ? `The lease of ${subject} ended on ${formatDay(on)}.`
        : `The lease of ${subject} ends on ${formatDay(on)}.`
    case 'certificate':
      return state === 'expired'
        ? `Certificate ${subject} expired on ${formatDay(on)}.`
        : `Certificate ${subject} expires on ${formatDay(on)}.`
    case 'mortality':
      return `${subject} % of the animals were lost in the 30 days before. That is above this farm’s mark.`
    case 'upload':
      return state === 'refused'
        ? `The upload of ${subject} was refused: nothing was recorded.`
        : `The upload of ${subject} is recorded.`
    case 'paper':
      return paperSentence(PAPER[subject] ?? subject, state)
  }
}

function paperSentence(paper: string, state: Notice['state']): string {
  if (state === 'held') return `Shipments of ${paper} paper are on hold.`
  if (state === 'stopped') return `There is little ${paper} paper left, and no refill will be ordered.`
  return `There is little ${paper} paper left.`
}
