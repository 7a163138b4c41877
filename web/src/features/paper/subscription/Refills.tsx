import type { FarmRecord, Printer } from '@/api'
import fields from '@/shared/ui/Fields.module.css'
import { SelectField } from '@/shared/ui/FormFields'
import { paperName } from '../shared/names'
import { comesWith, kindsFor, NEXT, type Refill, rollChoices, settled } from './rules'
import classes from './Subscription.module.css'

interface Props {
  farm: FarmRecord
  printers: Printer[]
  refill: Refill
  error: (name: string) => string | undefined
  onChange: (refill: Refill) => void
}

/** How many rolls an automatic shipment brings of each paper that the printers take (PAPER-5). */
export function Refills({ farm, printers, refill, error, onChange }: Props) {
  const kinds = kindsFor(farm, printers)
  const change = (part: Partial<Refill>) => onChange(settled(farm, printers, { ...refill, ...part }))
  return (
    <fieldset className={classes.part}>
      <legend>Refills</legend>
      <p className={classes.muted}>
        {kinds.length === 0
          ? 'Add a printer first: it determines which paper there is.'
          : 'Sent automatically when a quarter of the last shipment is left.'}
      </p>
      <div className={fields.fields}>
        {kinds.map((kind) => {
          // Paper that came with a printer is always refilled.
          const none = printers.some((one) => comesWith(one, kind.roll)) ? [] : [{ value: '0', label: 'No refill' }]
          return (
            <SelectField
              key={kind.field}
              name={kind.field}
              label={`${paperName(kind.roll)} refill`}
              value={String(refill[kind.field])}
              error={error(kind.field)}
              choices={[...none, ...rollChoices(kind)]}
              onChange={(event) => change({ [kind.field]: Number(event.currentTarget.value) })}
            />
          )
        })}
        {NEXT.map(({ of, field }) => {
          const refilled = kinds.filter((kind) => kind.of === of && refill[kind.field] > 0)
          if (refilled.length === 0) return null
          return (
            <SelectField
              key={field}
              name={field}
              label={`Next ${of} shipment`}
              value={refill[field]}
              error={error(field)}
              choices={refilled.map(({ roll }) => ({ value: roll, label: paperName(roll) }))}
              onChange={(event) => change({ [field]: event.currentTarget.value })}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
