import { editShipping, type Farm, useFarmCache } from '@/api'
import { EditForm, type EditProps, useEditForm } from '@/forms'
import { AddressFields } from './AddressFields'
import { KEPT_SHIPPING, SHIPPING_LABELS, SHIPPING_TITLE, SHIPPING_TOGETHER, shippingProblems } from './shipping'

const storedOf = ({ shippingAddress, version }: Farm) => ({ values: shippingAddress, version })

/** Edits where the farm's paper and printers go (SUB-9). */
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

  return (
    <EditForm
      form={form}
      name={`Edit ${SHIPPING_TITLE}`}
      what="farm"
      labelOf={(key) => SHIPPING_LABELS[key]}
      cancel
      takesFocus
    >
      <AddressFields field={form.field} onMove={(country, state) => form.set({ country, state })} />
    </EditForm>
  )
}
