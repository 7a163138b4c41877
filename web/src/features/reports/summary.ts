import type { Bucket } from '@/api'
import { formatDay } from '@/shared/lib/days'
import { exact } from '@/shared/lib/numbers'

/** "1,107 harvested": the parts that make the difference, without those that are nothing. */
function reasons({ moved, adjusted, harvested, lost }: Bucket): string {
  return [
    moved > 0 && `${exact(moved)} moved in`,
    moved < 0 && `${exact(-moved)} moved out`,
    harvested !== 0 && `${exact(harvested)} harvested`,
    lost !== 0 && `${exact(lost)} lost`,
    adjusted < 0 && `${exact(-adjusted)} fewer found than expected`,
    adjusted > 0 && `${exact(adjusted)} more found than expected`,
  ]
    .filter(Boolean)
    .join(', ')
}

function change({ inventory, planted }: Bucket): string {
  if (inventory < planted) return `, down ${exact(planted - inventory)} since planting`
  if (inventory > planted) return `, up ${exact(inventory - planted)} since planting`
  return ', as many as were planted'
}

/**
 * The report in one sentence, of its last bucket:
 * "2,082 alive on 30 Nov 2017, down 1,408 since planting: 1,107 harvested, 242 lost, 59 fewer found than expected."
 */
export function inventorySummary(last: Bucket): string {
  const why = reasons(last)
  const since = last.planted > 0 ? change(last) : ''
  return `${exact(last.inventory)} alive on ${formatDay(last.to)}${since}${why && `: ${why}`}.`
}
