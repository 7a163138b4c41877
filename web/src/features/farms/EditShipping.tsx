import { editShipping, type Farm, limits, type ShippingAddress, useFailure, useKeeping, useMergedSave } from '@/api'
import { ChangedMeanwhile } from '@/shared/ui/ChangedMeanwhile'
import { LimitedField } from '@/shared/ui/Field'
import { useLeaveGuard } from '@/shared/ui/useLeaveGuard'
import { textOf } from './details'
import type { EditProps } from './EditableCard'
import { EditForm } from './EditForm'
import classes from './Form.module.css'
import { PlaceFields } from './PlaceFields'
import { KEPT_SHIPPING, SHIPPING_LABELS, SHIPPING_TITLE, SHIPPING_TOGETHER, shippingProblems } from './shipping'
import { useFarmCache } from './useFarmCache'
import { useKeptForm } from './useKeptForm'

const storedOf = ({ shippingAddress, version }: Farm) => ({ values: shippingAddress, version })

/** The edit of where the farm's paper and printers go (SUB-9). */
export default function EditShipping({ farm, onSaved, onCancel }: EditProps & { farm: Farm }) {
  const cache = useFarmCache(farm._id)
  const { form, stored, restored } = useKeptForm(KEPT_SHIPPING, storedOf(farm))
  const { values, change } = form
  const edit = useMergedSave({
    stored,
    values,
    together: SHIPPING_TOGETHER,
    onMerged: form.setValues,
    send: (part, version) => editShipping(farm._id, { ...part, version }),
    reload: async () => storedOf(await cache.reload()),
    onSaved: (now) => {
      if (now) cache.keep(now)
      guard.release()
      onSaved()
    },
  })
  useKeeping(KEPT_SHIPPING, edit.changed ? { stored: edit.stored, values } : null)
  const guard = useLeaveGuard({ dirty: edit.changed, onCancel })
  const { ref, message, fields } = useFailure(edit.error)
  const errors = { ...fields, ...form.wrong }
  const text = (name: keyof ShippingAddress) => ({
    name,
    label: SHIPPING_LABELS[name],
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  })

  return (
    <EditForm
      name={`Edit ${SHIPPING_TITLE}`}
      restored={restored}
      form={ref}
      message={message}
      saving={edit.saving}
      guard={guard}
      onSubmit={form.submit(ref, shippingProblems, edit.save)}
    >
      {edit.meanwhile && (
        <ChangedMeanwhile
          what="farm"
          meanwhile={edit.meanwhile}
          values={values}
          labelOf={(key) => SHIPPING_LABELS[key]}
          textOf={textOf}
          onChoose={edit.choose}
        />
      )}
      <fieldset disabled={edit.saving} className={classes.fields}>
        <LimitedField {...text('name')} maxLength={limits.ShippingAddress.name} />
        <LimitedField {...text('business')} maxLength={limits.ShippingAddress.business} />
        <LimitedField {...text('address1')} maxLength={limits.ShippingAddress.address1} />
        <LimitedField {...text('address2')} maxLength={limits.ShippingAddress.address2} />
        <LimitedField {...text('city')} maxLength={limits.ShippingAddress.city} />
        <LimitedField {...text('postalCode')} maxLength={limits.ShippingAddress.postalCode} />
        <PlaceFields
          country={text('country')}
          state={text('state')}
          onMove={(country, state) => change({ country, state })}
        />
      </fieldset>
    </EditForm>
  )
}
