import { useMay } from '@/api'
import { EditableLine } from '@/forms'
import { lazy } from '@/shared/ui/lazy'
import { inches } from './words'

const MarketSizeForm = lazy(() => import('./MarketSizeForm'))

/** The length from which the farm sells, and a way to change it. */
export function MarketSize({ farmId, market }: { farmId: string; market: number }) {
  const keeps = useMay('change')
  return (
    <EditableLine
      kept="market-size"
      form={keeps ? (props) => <MarketSizeForm farmId={farmId} market={market} {...props} /> : undefined}
    >
      Market size: {market} mm ({inches(market)} in).
    </EditableLine>
  )
}
