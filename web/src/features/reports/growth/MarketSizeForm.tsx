import { useQueryClient } from '@tanstack/react-query'
import { limits, marketSizeChanges, saveMarketSize } from '@/api'
import { EditForm, type EditProps, useEditForm } from '@/forms'
import { decimal } from '@/shared/lib/entries'
import { Field } from '@/shared/ui/Field'

interface Props extends EditProps {
  farmId: string
  market: number
}

const LEAST = limits.marketRules.leastTenthsOfMm / 10
const MOST = limits.marketRules.mostTenthsOfMm / 10

export default function MarketSizeForm({ farmId, market, onSaved, onCancel }: Props) {
  const cache = useQueryClient()
  const form = useEditForm({
    name: 'market-size',
    record: { values: { marketMm: String(market) }, version: 0 },
    problems: ({ marketMm }) => {
      const size = decimal(marketMm)
      return size === null || size < LEAST || size > MOST ? { marketMm: `From ${LEAST} to ${MOST} mm.` } : {}
    },
    send: ({ marketMm = '' }) => saveMarketSize(farmId, Number(decimal(marketMm))),
    staying: ({ pathname }) => pathname,
    onAnswer: () => cache.invalidateQueries({ queryKey: marketSizeChanges(farmId) }),
    onSaved,
    onCancel,
  })
  return (
    <EditForm form={form} name="Market size" cancel beside takesFocus>
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
