import { editShipping, type Farm, limits, type ShippingAddress, useFarmCache } from '@/api'
import { EditForm, type EditProps, useEditForm } from '@/forms'
import { LimitedField } from '@/shared/ui/Field'
import classes from '@/shared/ui/Fields.module.css'
import { PlaceFields } from '@/shared/ui/PlaceFields'
import { KEPT_SHIPPING, SHIPPING_LABELS, SHIPPING_TITLE, SHIPPING_TOGETHER, shippingProblems } from './shipping'

const storedOf = ({ shippingAddress, version }: Farm) => ({ values: shippingAddress, version })

/** The edit of where the farm's paper and printers go (SUB-9). */
export default function EditShipping({ farm, ...ends }: EditProps & { farm: Farm }) {
  const cache = useFarmCache(farm._id)
  const form = useEditForm({
    name: KEPT_SHIPPING,
    record: storedOf(farm),
    together: SHIPPING_TOGETHER,
    problems: shippingProblems,
    send: (part, version) => editShipping(farm._id, { ...part, version }),
    reload: async () => storedOf(await cache.reload()),
    onAnswer: cache.keep,
    ...ends,
  })
  const text = (name: keyof ShippingAddress) => ({ ...form.field(name), label: SHIPPING_LABELS[name] })

  return (
    <EditForm
      form={form}
      name={`Edit ${SHIPPING_TITLE}`}
      what="farm"
      labelOf={(key) => SHIPPING_LABELS[key]}
      cancel
      takesFocus
    >
      <div className={classes.fields}>
        <LimitedField {...text('name')} maxLength={limits.ShippingAddress.name} />
        <LimitedField {...text('business')} maxLength={limits.ShippingAddress.business} />
        <LimitedField {...text('address1')} maxLength={limits.ShippingAddress.address1} />
        <LimitedField {...text('address2')} maxLength={limits.ShippingAddress.address2} />
        <LimitedField {...text('city')} maxLength={limits.ShippingAddress.city} />
        <LimitedField {...text('postalCode')} maxLength={limits.ShippingAddress.postalCode} />
        <PlaceFields
          country={text('country')}
          state={text('state')}
          onMove={(country, state) => form.set({ country, state })}
        />
      </div>
    </EditForm>
  )
}
