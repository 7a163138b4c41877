import { type Farm, useMay } from '@/api'
import { EditableCard } from '@/forms'
import { joined } from '@/shared/lib/joined'
import { Facts } from '@/shared/ui/Facts'
import { lazy } from '@/shared/ui/lazy'
import { KEPT_SHIPPING, SHIPPING_LABELS, SHIPPING_TITLE } from './shipping'

const EditShipping = lazy(() => import('./EditShipping'))

/** Where the farm's paper and printers go (SUB-9). Its managers and staff can change it. */
export function ShippingPanel({ farm }: { farm: Farm }) {
  const may = useMay('change')
  return (
    <EditableCard
      title={SHIPPING_TITLE}
      kept={KEPT_SHIPPING}
      form={may ? (props) => <EditShipping farm={farm} {...props} /> : undefined}
    >
      <Facts facts={factsOf(farm)} />
    </EditableCard>
  )
}

function factsOf({ shippingAddress }: Farm) {
  const { name, business, address1, address2, city, state, postalCode, country } = shippingAddress
  return [
    { label: SHIPPING_LABELS.name, value: name },
    { label: SHIPPING_LABELS.business, value: business },
    { label: 'Address', value: joined(address1, address2, city, state, postalCode, country) },
  ]
}
