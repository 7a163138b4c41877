import { expect, test } from 'vitest'
import type { Bucket } from '@/api'
import { inventorySummary } from './summary'

function bucket(part: Partial<Bucket>): Bucket {
  const { planted = 0, moved = 0, adjusted = 0, harvested = 0, lost = 0 } = part
  const received = planted + moved + adjusted
  return {
    from: '2017-11-01',
    to: '2017-11-30',
    planted,
    moved,
    adjusted,
    harvested,
    lost,
    received,
    inventory: received - harvested - lost,
    values: [],
    ...part,
  }
}

test.each([
  [
    { planted: 3490, adjusted: -59, harvested: 1107, lost: 242 },
    '2,082 alive on 30 Nov 2017, down 1,408 since planting: 1,107 harvested, 242 lost, 59 fewer found than expected.',
  ],
  [{ planted: 500 }, '500 alive on 30 Nov 2017, as many as were planted.'],
  [{ planted: 500, adjusted: 12 }, '512 alive on 30 Nov 2017, up 12 since planting: 12 more found than expected.'],
  [{ planted: 500, moved: -100 }, '400 alive on 30 Nov 2017, down 100 since planting: 100 moved out.'],
  [{ moved: 100, lost: 4 }, '96 alive on 30 Nov 2017: 100 moved in, 4 lost.'],
  [
    { planted: 10, adjusted: 2, lost: 2 },
    '10 alive on 30 Nov 2017, as many as were planted: 2 lost, 2 more found than expected.',
  ],
])('REP-18 %j', (part, sentence) => {
  expect(inventorySummary(bucket(part))).toBe(sentence)
})
