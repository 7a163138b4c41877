import { useQuery } from '@tanstack/react-query'
import { editFarm, type Farm, myUserQuery, useFarmCache } from '@/api'
import { EditForm, type EditProps, useEditForm } from '@/forms'
import { dollarText } from '@/shared/lib/dollarText'
import { centsOf } from '@/shared/lib/money'
import { PRODUCT } from '@/shared/lib/product'
import { mayAny } from '@/shared/lib/roles'
import { Check } from '@/shared/ui/Check'
import fields from '@/shared/ui/Fields.module.css'
import { LimitedField } from '@/shared/ui/FormFields'
import { Notice } from '@/shared/ui/Notice'
import { lostFeatures } from '../features/features'
import { detailsOf, FEE_MAX, KEPT_FARM, LABELS, type Priced, pricedProblems, TOGETHER, textOf } from './details'
import { FarmFields } from './FarmFields'

/** What the farm pays, which those who set prices change. */
const PRICES = { setupFee: 'Setup fee in dollars', paperDiscount: 'Paper discount' }

type Edited = Priced & { paperDiscount: boolean }

function storedOf(farm: Farm): { values: Edited; version: number } {
  const { paperDiscount, version } = farm
  const setupFee = farm.setupFee ? dollarText(farm.setupFee) : ''
  return { values: { ...detailsOf(farm), setupFee, paperDiscount }, version }
}

interface Props extends EditProps {
  farm: Farm
  /** For the farm's own people: what the platform decides is not asked for. */
  own: boolean
}

/** Edits Farm Info (AFARM-5): sends only what was changed, and loses nothing that others have saved in the meantime. */
export default function EditFarm({ farm, own, ...ends }: Props) {
  const cache = useFarmCache(farm._id)
  const { data: me } = useQuery(myUserQuery)
  const mayPrice = me !== undefined && mayAny(me, 'pricing')
  const form = useEditForm({
    name: KEPT_FARM,
    record: storedOf(farm),
    together: TOGETHER,
    problems: (edited: Edited) => pricedProblems(edited),
    send: ({ setupFee, ...change }, version) =>
      editFarm(farm._id, { ...change, ...(setupFee !== undefined && { setupFee: centsOf(setupFee) ?? 0 }), version }),
    reload: async () => storedOf(await cache.reload()),
    onAnswer: cache.keep,
    ...ends,
  })
  const lost = lostFeatures(farm, form.values.type)

  return (
    <EditForm
      form={form}
      name="Edit Farm Information"
      what="farm"
      labelOf={(key) => ({ ...LABELS, ...PRICES })[key]}
      textOf={textOf}
      cancel
      takesFocus
    >
      {own && (
        <p className="quiet">Its name, its type and its activities are changed by {PRODUCT}'s people: ask them.</p>
      )}
      <FarmFields form={form} own={own}>
        {mayPrice && (
          <>
            <LimitedField {...form.field('setupFee')} label={PRICES.setupFee} inputMode="decimal" maxLength={FEE_MAX} />
            <Check {...form.check('paperDiscount')} type="checkbox" shape="line" label={PRICES.paperDiscount} />
          </>
        )}
        {lost.length > 0 && (
          <div className={fields.wide}>
            <Notice kind="error">
              Saving will switch off features that only a distributor can have: {lost.join(', ')}.
            </Notice>
          </div>
        )}
      </FarmFields>
    </EditForm>
  )
}
