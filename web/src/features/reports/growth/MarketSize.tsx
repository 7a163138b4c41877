import { EditableLine } from '@/forms'
import { lazy } from '@/shared/ui/lazy'
import { inches } from './words'

const MarketSizeForm = lazy(() => import('./MarketSizeForm'))

/** The length from which the farm sells, and a way to change it. */
export function MarketSize({ farmId, market }: { farmId: string; market: number }) {
  return (
    <EditableLine kept="market-size" form={(props) => <MarketSizeForm farmId={farmId} market={market} {...props} />}>
      Market size: {market} mm ({inches(market)} in).
    </EditableLine>
  )
}
