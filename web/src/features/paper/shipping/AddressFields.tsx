import { limits, type ShippingAddress } from '@/api'
import type { FieldProps } from '@/forms'
import classes from '@/shared/ui/Fields.module.css'
import { LimitedField } from '@/shared/ui/FormFields'
import { PlaceFields } from '@/shared/ui/PlaceFields'
import { SHIPPING_LABELS } from './shipping'

interface Props {
  field: (name: keyof ShippingAddress) => FieldProps
  /** Called with both, since another country has other states. */
  onMove: (country: string, state: string) => void
}

const TEXTS = ['name', 'business', 'address1', 'address2', 'city', 'postalCode'] as const

/** Where paper and printers go (SUB-9). */
export function AddressFields({ field, onMove }: Props) {
  const labelled = (name: keyof ShippingAddress) => ({ ...field(name), label: SHIPPING_LABELS[name] })
  return (
    <div className={classes.fields}>
      {TEXTS.map((name) => (
        <LimitedField key={name} {...labelled(name)} maxLength={limits.ShippingAddress[name]} />
      ))}
      <PlaceFields country={labelled('country')} state={labelled('state')} onMove={onMove} />
    </div>
  )
}
