import { useQueryClient } from '@tanstack/react-query'
import { limits, marketSize, marketSizeChanges, saveMarketSize } from '@/api'
import { EditForm, type EditProps, useEditForm } from '@/forms'
import { decimal } from '@/shared/lib/entries'
import { Field } from '@/shared/ui/Field'

interface Props extends EditProps {
  farmId: string
  market: number
}

const LEAST = limits.marketRules.leastTenthsOfMm / 10
const MOST = limits.marketRules.mostTenthsOfMm / 10

/** What is stored is its own version. */
const storedOf = (market: number) => ({ values: { marketMm: String(market) }, version: market })

export default function MarketSizeForm({ farmId, market, onSaved, onCancel }: Props) {
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ queryKey: marketSizeChanges(farmId) })
  const form = useEditForm({
    name: 'market-size',
    record: storedOf(market),
    problems: ({ marketMm }) => {
      const size = decimal(marketMm)
      return size === null || size < LEAST || size > MOST ? { marketMm: `From ${LEAST} to ${MOST} mm.` } : {}
    },
    send: ({ marketMm = '' }, seen) => saveMarketSize(farmId, Number(decimal(marketMm)), seen),
    reload: async () => {
      void refresh()
      return storedOf(await marketSize(farmId))
    },
    staying: ({ pathname }) => pathname,
    onAnswer: refresh,
    onSaved,
    onCancel,
  })
  return (
    <EditForm
      form={form}
      name="Market size"
      what="market size"
      labelOf={() => 'Market size in mm'}
      cancel
      beside
      takesFocus
    >
      <Field
        {...form.field('marketMm')}
        label="Market size in mm"
        inputMode="decimal"
        autoComplete="off"
        hint="For all who work on this farm."
      />
    </EditForm>
  )
}
