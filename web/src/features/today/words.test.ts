import { describe, expect, it } from 'vitest'
import type { Need, Trend } from '@/api'
import { farmSentence, needSentence, plainOf } from './words'

const told = (need: Need) => plainOf(needSentence(need))

describe('what the farm needs', () => {
  const lease = (days: number, animals = 138_411) =>
    told({
      kind: 'lease',
      lease: { leaseId: 'l', name: 'Long Island Slough', days, dateOfExpiration: '2026-12-14', animals },
    })

  it('says when a lease ends, and what lives there', () => {
    expect(lease(23)).toBe('The lease of Long Island Slough ends in 23 days. 138,411 animals live there.')
    expect(lease(1, 1)).toBe('The lease of Long Island Slough ends tomorrow. 1 animal lives there.')
    expect(lease(0, 0)).toBe('The lease of Long Island Slough ends today. Nothing lives there.')
    expect(lease(-1)).toBe('The lease of Long Island Slough ended on 14 Dec 2026. 138,411 animals live there.')
  })

  it('says when a certificate expires', () => {
    const cert = (days: number) =>
      told({ kind: 'certificate', certificate: { certId: 'c', cert: 'WA-1', days, dateOfExpiration: '2026-12-14' } })
    expect(cert(60)).toBe('Certificate WA-1 expires in 60 days.')
    expect(cert(-3)).toBe('Certificate WA-1 expired on 14 Dec 2026.')
  })

  it('says whom a recall reaches', () => {
    const recall = {
      _id: 'r',
      party: 'State of Maine',
      date: 0,
      tags: 1,
      tag: 't',
      harvestDate: '',
      harvestLocation: '',
      species: 'oysters',
      leaseIds: [],
    }
    expect(told({ kind: 'recall', recall })).toBe('The recall by State of Maine reaches 1 tag of this farm.')
    expect(told({ kind: 'recall', recall: { ...recall, harvestDate: '2026-11-09' } })).toBe(
      'The recall by State of Maine reaches 1 tag of this farm, harvested on 9 Nov 2026.',
    )
    expect(told({ kind: 'recall', recall: { ...recall, tags: 3, harvestDate: '2026-11-09' } })).toBe(
      'The recall by State of Maine reaches 3 tags of this farm, one harvested on 9 Nov 2026.',
    )
  })

  it('says how much paper is left, and what became of it', () => {
    const paper = (part: Partial<NonNullable<Need['paper']>>) =>
      told({
        kind: 'paper',
        paper: { paperType: 'mobile', problem: 'low', reason: '', left: 140, refillAt: 70, perWeek: 48, ...part },
      })
    expect(paper({})).toBe(
      '140 mobile tags are left. A refill is ordered when 70 are left. At 48 a week that will last 2 weeks.',
    )
    expect(paper({ perWeek: 0 })).toBe('140 mobile tags are left. A refill is ordered when 70 are left.')
    expect(paper({ problem: 'stopped', left: 1, perWeek: 0 })).toBe(
      '1 mobile tag is left, and no refill will be ordered.',
    )
    expect(paper({ problem: 'stopped', left: -4 })).toBe('No mobile tags are left, and no refill will be ordered.')
    expect(paper({ problem: 'held', paperType: 'mobileSticker', reason: 'The road is out' })).toBe(
      'Shipments of sticker paper are on hold: The road is out.',
    )
  })

  it('says what is owed', () => {
    const invoice = (days: number, failed = false) =>
      told({
        kind: 'invoice',
        invoice: { invoice: 'i', number: 'M-1009', title: 'Rolls', total: 12_300, dueOn: '2026-12-20', days, failed },
      })
    expect(invoice(9)).toBe('Invoice M-1009 for $123.00 is due in 9 days.')
    expect(invoice(0)).toBe('Invoice M-1009 for $123.00 is due today.')
    expect(invoice(-1)).toBe('Invoice M-1009 for $123.00 was due on 20 Dec 2026.')
    expect(invoice(9, true)).toBe('The card could not be charged for invoice M-1009 for $123.00.')
  })
})

describe('how the farm became what it is', () => {
  const trend = (part: Partial<Trend>): string =>
    farmSentence({
      since: '2026-08-23',
      before: 0,
      animals: 0,
      planted: 0,
      harvested: 0,
      lost: 0,
      adjusted: 0,
      ever: false,
      line: [],
      ...part,
    })

  it('names what happened, and only that', () => {
    expect(
      trend({ before: 301_187, animals: 318_956, planted: 68_200, harvested: 41_201, lost: 9_013, adjusted: -217 }),
    ).toBe(
      '318,956 animals live here, 17,769 more than on 23 August: 68,200 planted, 41,201 harvested, 9,013 lost and 217 fewer found than expected.',
    )
    expect(trend({ before: 10, animals: 8, lost: 2 })).toBe('8 animals live here, 2 fewer than on 23 August: 2 lost.')
    expect(trend({ before: 10, animals: 10 })).toBe('10 animals live here, as many as on 23 August.')
    expect(trend({ before: 9, animals: 10, adjusted: 1 })).toBe(
      '10 animals live here, 1 more than on 23 August: 1 more found than expected.',
    )
  })

  it('is true of a new farm and of an empty one', () => {
    expect(trend({})).toBe('No animals live here yet.')
    expect(trend({ ever: true })).toBe('No animals live here now.')
    expect(trend({ animals: 200, planted: 200 })).toBe('200 animals live here, and none did on 23 August: 200 planted.')
    expect(trend({ before: 40, harvested: 40 })).toBe(
      'No animals live here now. There were 40 on 23 August: 40 harvested.',
    )
    expect(trend({ planted: 5, lost: 5 })).toBe('No animals live here. Since 23 August: 5 planted and 5 lost.')
  })
})
