import { IconX } from '@tabler/icons-react'
import { type Farm, limits } from '@/api'
import type { Editing } from '@/forms'
import { todayAt } from '@/shared/lib/days'
import { isUnit, UNIT_CHOICES } from '@/shared/lib/units'
import { Button } from '@/shared/ui/Button'
import { Check } from '@/shared/ui/Check'
import { DayChoice } from '@/shared/ui/DayChoice'
import { Field } from '@/shared/ui/Field'
import { SelectField } from '@/shared/ui/FormFields'
import { NoteField } from '@/shared/ui/NoteField'
import { NumberField } from '@/shared/ui/NumberField'
import { CertificateField } from './CertificateField'
import { idIn } from './ids'
import {
  ALL,
  isOne,
  type ReceiveDraft,
  receiveBatch,
  receiveDraft,
  receivePath,
  receiveProblems,
  receiveSentence,
} from './receive'
import { ScanButton } from './ScanButton'
import { SeenTag } from './SeenTag'
import classes from './Tagging.module.css'
import { TaggingForm } from './TaggingForm'
import picker from './TagPicker.module.css'
import { type Done, useTaking } from './useTaking'

interface Props {
  farm: Farm
  begins: string[]
  onDone: (done: Done) => void
}

const MOST = limits.recordingRules.text

/** Takes in what came from other firms: their tags one after the other, or one on paper. */
export default function ReceiveForm({ farm, begins, onDone }: Props) {
  const today = todayAt(farm)
  const form = useTaking<ReceiveDraft>({
    farmId: farm._id,
    event: 'receive',
    begins: begins.join(','),
    beginning: receiveDraft(today, begins),
    problems: (draft) => receiveProblems(draft, today),
    events: receiveBatch,
    says: receiveSentence,
    pathOf: receivePath,
    onDone,
  })
  const draft = form.values
  return (
    <TaggingForm form={form} says={receiveSentence(draft)} save="Receive">
      <Check
        type="checkbox"
        shape="line"
        label="The tag is on paper, without a code"
        checked={draft.paper}
        onChange={({ currentTarget: { checked } }) => form.set({ paper: checked })}
      />
      {draft.paper ? <Paper form={form} /> : <Scanned form={form} />}
      <SelectField
        label="Counted in"
        name="unit"
        value={draft.unit}
        choices={UNIT_CHOICES.map((one) => (one.value === 'each' ? { ...one, label: 'Animals' } : one))}
        onChange={({ currentTarget: { value } }) => isUnit(value) && form.set({ unit: value })}
        error={form.error('unit')}
      />
      <CertificateField
        farm={farm}
        value={draft.certId}
        unchosen="The farm's own"
        onChange={(certId) => form.set({ certId })}
        error={form.error('certId')}
      />
      <DayChoice value={draft.date} today={today} onChange={(date) => form.set({ date })} error={form.error('date')} />
      <Field {...form.field('time')} label="Time of receipt" type="time" />
      <NoteField
        value={draft.note}
        maxLength={limits.recordingRules.note}
        onChange={(note) => form.set({ note })}
        error={form.error('note')}
      />
    </TaggingForm>
  )
}

type Form = Editing<ReceiveDraft, unknown, ReceiveDraft>

function Quantity({ form, name, label }: { form: Form; name: string; label: string }) {
  const { amounts } = form.values
  return (
    <NumberField
      label={label}
      name={`amounts.${name}`}
      keys="decimal"
      value={amounts[name] ?? ''}
      onChange={(text) => form.set({ amounts: { ...amounts, [name]: text } })}
      error={form.error(`amounts.${name}`)}
    />
  )
}

function Scanned({ form }: { form: Form }) {
  const { tags, typed, mixed } = form.values
  const one = isOne(form.values)
  /** A whole address or id is taken at once, so that one can go on to the next. */
  const take = (text: string) => {
    const id = idIn(text)
    if (id) form.set({ typed: '', tags: tags.includes(id) ? tags : [...tags, id] })
    else form.set({ typed: text })
  }
  return (
    <section aria-label="Tags received" className={picker.picker}>
      <ScanButton chosen={tags} onTag={take} />
      <Field
        label="Scan or type a tag"
        name="typed"
        hint="Its 24 digits or the address behind its code, one after the other."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        // A scanner ends each code with Enter, which is not yet the end of the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        onChange={({ currentTarget: { value } }) => take(value)}
        error={form.error('typed')}
      />
      <ul className={picker.list}>
        {tags.map((id) => (
          <li key={id} className={picker.chosen}>
            <div className={picker.about}>
              <SeenTag id={id} />
              <Button
                variant="quiet"
                icon={<IconX size={18} aria-hidden />}
                aria-label={`Leave out ${id}`}
                onClick={() => form.set({ tags: tags.filter((other) => other !== id) })}
              />
            </div>
            {one ? (
              form.error(`amounts.${id}`) && <p className={picker.error}>{form.error(`amounts.${id}`)}</p>
            ) : (
              <Quantity form={form} name={id} label="How much came" />
            )}
          </li>
        ))}
      </ul>
      {tags.length > 1 && (
        <Check
          type="checkbox"
          shape="line"
          label="They are on one container, mixed by the sender"
          checked={mixed}
          onChange={({ currentTarget: { checked } }) => form.set({ mixed: checked })}
        />
      )}
      {one && <Quantity form={form} name={ALL} label="How much came in the container" />}
    </section>
  )
}

function Paper({ form }: { form: Form }) {
  const text = (name: 'harvestLocation' | 'parcel' | 'sourceCert' | 'brand' | 'species', label: string) => (
    <Field {...form.field(name)} label={label} maxLength={MOST} autoComplete="off" />
  )
  return (
    <div className={classes.fields}>
      <Field {...form.field('harvestDate')} label="Date of harvest" type="date" />
      <Field {...form.field('harvestTime')} label="Time of harvest" type="time" />
      {text('harvestLocation', 'Place of harvest')}
      {text('parcel', 'Parcel')}
      {text('sourceCert', 'Original certificate')}
      {text('species', 'Species')}
      {text('brand', 'Brand')}
      <Quantity form={form} name={ALL} label="How much came" />
    </div>
  )
}
