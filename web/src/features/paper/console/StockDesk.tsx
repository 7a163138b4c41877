import { useState } from 'react'
import { adjustPaper, type FarmRecord, limits, placeHold, useFarmCache } from '@/api'
import { EditForm, FormSheet, useEditForm } from '@/forms'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Field } from '@/shared/ui/Field'
import { LimitedField, SelectField } from '@/shared/ui/FormFields'
import { Saved } from '@/shared/ui/Saved'
import { PAPER_TYPES, paperName } from '../shared/names'
import classes from '../subscription/Subscription.module.css'

const TYPES = PAPER_TYPES.map((type) => ({ value: type as string, label: paperName(type) }))
const KINDS = [
  { value: 'byDate', label: 'Tags in stock' },
  { value: 'customPaperRolls', label: 'Rolls of custom paper' },
]
const WHY = 'Please say why.'

type Asked = 'adjust' | 'hold' | null

/** What staff do about a stock: correct it, or hold its shipments, with a reason that the farm can read. */
export function StockDesk({ farm }: { farm: FarmRecord }) {
  const [asked, setAsked] = useState<Asked>(null)
  const [said, setSaid] = useState('')
  const done = (words: string) => {
    setAsked(null)
    setSaid(words)
  }
  const close = () => setAsked(null)
  return (
    <Card title="Stock and shipments">
      {said && <Saved onDismiss={() => setSaid('')}>{said}</Saved>}
      <div className={classes.actions}>
        <Button variant="plain" onClick={() => setAsked('adjust')}>
          Adjust the stock
        </Button>
        <Button variant="plain" onClick={() => setAsked('hold')}>
          Hold shipments
        </Button>
      </div>
      <FormSheet title="Adjust the stock" open={asked === 'adjust'} onClose={close}>
        <AdjustForm farm={farm} onDone={done} onClose={close} />
      </FormSheet>
      <FormSheet title="Hold shipments" open={asked === 'hold'} onClose={close}>
        <HoldForm farm={farm} onDone={done} onClose={close} />
      </FormSheet>
    </Card>
  )
}

interface FormProps {
  farm: FarmRecord
  onDone: (words: string) => void
  onClose: () => void
}

const NO_ADJUSTMENT = { values: { kind: 'byDate', type: 'mobile', delta: '', reason: '' }, version: 0 }

function AdjustForm({ farm, onDone, onClose }: FormProps) {
  const form = useEditForm({
    name: 'paper-adjustment',
    record: NO_ADJUSTMENT,
    problems: ({ delta, reason }) => ({
      ...(isDelta(delta) ? {} : { delta: 'Please enter a whole number, with a minus sign to take away.' }),
      ...(reason.trim() ? {} : { reason: WHY }),
    }),
    send: (_, __, { values, key }) =>
      adjustPaper(
        farm._id,
        { ...values, kind: values.kind as 'byDate' | 'customPaperRolls', delta: Number(values.delta) },
        key,
      ),
    onAnswer: useFarmCache(farm._id).keep,
    onSaved: (_, { type }) => onDone(`The stock of ${paperName(type)} has been adjusted.`),
    onCancel: onClose,
  })
  const rolls = form.values.kind === 'customPaperRolls'
  const types = rolls ? TYPES.filter(({ value }) => value === 'mobile' || value === 'industrial') : TYPES
  return (
    <EditForm form={form} name="Adjust the stock" save="Adjust" cancel sheet>
      <SelectField
        {...form.field('kind')}
        label="What"
        choices={KINDS}
        onChange={(event) => form.set({ kind: event.currentTarget.value, type: 'mobile' })}
      />
      <SelectField {...form.field('type')} label="Paper type" choices={types} />
      <Field
        {...form.field('delta')}
        label={rolls ? 'Rolls more or less' : 'Tags more or less'}
        inputMode="text"
        hint="-40 after misprints, 40 if a count found more."
      />
      <LimitedField {...form.field('reason')} label="Reason" maxLength={limits.Adjustment.reason} />
    </EditForm>
  )
}

function isDelta(text: string): boolean {
  const delta = Number(text)
  return /^[-+]?\d+$/.test(text.trim()) && delta !== 0 && Math.abs(delta) <= limits.Adjustment.delta
}

const NO_HOLD = { values: { type: 'mobile', reason: '' }, version: 0 }

function HoldForm({ farm, onDone, onClose }: FormProps) {
  const form = useEditForm({
    name: 'paper-hold',
    record: NO_HOLD,
    problems: ({ reason }) => (reason.trim() ? {} : { reason: WHY }),
    send: (_, __, { values }) => placeHold(farm._id, values.type, values.reason),
    onAnswer: useFarmCache(farm._id).keep,
    onSaved: (_, { type }) => onDone(`Shipments of ${paperName(type)} are on hold. The farm has been told by email.`),
    onCancel: onClose,
  })
  return (
    <EditForm form={form} name="Hold shipments" save="Hold shipments" cancel sheet>
      <SelectField {...form.field('type')} label="Paper type" choices={TYPES} />
      <LimitedField
        {...form.field('reason')}
        label="Reason"
        maxLength={limits.PlaceHoldInputBody.reason}
        hint="The farm can read it. Prints are still counted."
      />
    </EditForm>
  )
}
