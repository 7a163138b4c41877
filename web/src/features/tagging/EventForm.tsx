import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Farm, limits, shippedQuery } from '@/api'
import type { Editing } from '@/forms'
import { todayAt } from '@/shared/lib/days'
import { degreesIn } from '@/shared/lib/degrees'
import { counted } from '@/shared/lib/numbers'
import { isUnit, UNIT_CHOICES } from '@/shared/lib/units'
import chips from '@/shared/ui/Chips.module.css'
import { DayChoice } from '@/shared/ui/DayChoice'
import { Field } from '@/shared/ui/Field'
import { LimitedArea, SelectField } from '@/shared/ui/FormFields'
import { NoteField } from '@/shared/ui/NoteField'
import { Notice } from '@/shared/ui/Notice'
import { NumberField } from '@/shared/ui/NumberField'
import { Loading } from '@/shared/ui/Skeleton'
import { CertificateField } from './CertificateField'
import { chosenIn, useChosen } from './chosen'
import {
  asksQuantity,
  type EventDraft,
  eventBatch,
  eventDraft,
  eventPath,
  eventProblems,
  eventSentence,
  type Facts,
  partsWords,
} from './draft'
import { KINDS, type OwnEvent } from './events'
import classes from './Tagging.module.css'
import { TaggingForm } from './TaggingForm'
import { TagPicker } from './TagPicker'
import { type Done, useTaking } from './useTaking'

interface Props {
  farm: Farm
  event: OwnEvent
  /** The tags that the address names. */
  begins: string[]
  onDone: (done: Done) => void
}

const MOST = limits.recordingRules.text

/** What happens to tags of the firm, or takes from them. Shipping begins with the named tags that are not recalled. */
export default function EventForm(props: Props) {
  return props.event === 'ship' && props.begins.length > 0 ? <ShipForm {...props} /> : <TagsForm {...props} />
}

function ShipForm(props: Props) {
  const { farm, begins } = props
  const { pending } = useChosen(farm._id, begins)
  const client = useQueryClient()
  if (pending) return <Loading height={240} shape="card" />
  const tags = chosenIn(client, farm._id, begins)
  return <TagsForm {...props} recalled={begins.filter((id) => tags.get(id)?.recall)} />
}

/** Which tags, when, and what is asked of this event. */
function TagsForm({ farm, event, begins: named, recalled = [], onDone }: Props & { recalled?: string[] }) {
  const { of, most, asks, save } = KINDS[event]
  // A recall that is declared later empties no form.
  const [{ begins, leftOut }] = useState(() => ({
    begins: named.filter((id) => !recalled.includes(id)),
    leftOut: recalled.length,
  }))
  const today = todayAt(farm)
  const degrees = degreesIn(farm.country ?? '')
  const client = useQueryClient()
  const factsOf = (draft: EventDraft): Facts => ({ tags: chosenIn(client, farm._id, draft.tags), today, degrees })
  const form = useTaking<EventDraft>({
    farmId: farm._id,
    event,
    begins: begins.join(','),
    beginning: eventDraft(today, begins),
    problems: (draft) => eventProblems(event, draft, factsOf(draft)),
    events: (draft, key) => eventBatch(event, draft, factsOf(draft), key),
    says: (draft) => eventSentence(event, draft, factsOf(draft)),
    pathOf: (field, at, draft) => eventPath(event, field, at, draft),
    onDone,
  })
  const draft = form.values
  const { tags, pending, failed } = useChosen(farm._id, draft.tags)
  const facts = { tags, today, degrees }
  return (
    <TaggingForm form={form} says={eventSentence(event, draft, facts)} save={save} reading={pending}>
      {leftOut > 0 && (
        <Notice kind="info">Left out: {counted(leftOut, 'recalled tag')}. Recalled tags can’t be shipped.</Notice>
      )}
      <TagPicker
        farmId={farm._id}
        tags={tags}
        failed={failed}
        chosen={draft.tags}
        of={of}
        most={most}
        unrecalled={event === 'ship'}
        amounts={asks.includes('amounts') ? draft.amounts : undefined}
        errorOf={form.error}
        onChange={(chosen) => form.set({ tags: chosen })}
        onAmount={(id, text) => form.set({ amounts: { ...draft.amounts, [id]: text } })}
      />
      {asks.includes('parts') && <Parts form={form} says={partsWords(draft, tags)} />}
      {asks.includes('retag') && <Retag form={form} facts={facts} />}
      {asks.includes('to') && <To form={form} farmId={farm._id} />}
      <DayChoice value={draft.date} today={today} onChange={(date) => form.set({ date })} error={form.error('date')} />
      <div className={classes.fields}>
        {asks.includes('degrees') && (
          <Field {...form.field('degrees')} label={`Temperature in ${degrees.sign}`} inputMode="decimal" />
        )}
        {asks.includes('lot') && <Field {...form.field('lot')} label="Lot of the wet storage" maxLength={MOST} />}
        <Field {...form.field('time')} label="Time" type="time" />
        {asks.includes('states') && (
          <>
            <Field {...form.field('brand')} label="Brand, if different" maxLength={MOST} />
            <Field {...form.field('sizeCull')} label="Size on the tag, if different" maxLength={MOST} />
            <CertificateField
              farm={farm}
              value={draft.certId}
              unchosen="The same"
              hint={event === 'wet-storage-in' ? 'Also the facility of the wet storage.' : undefined}
              onChange={(certId) => form.set({ certId })}
              error={form.error('certId')}
            />
          </>
        )}
      </div>
      {event === 'void' ? (
        <LimitedArea
          {...form.field('note')}
          label="Why it is taken back"
          value={draft.note}
          maxLength={limits.recordingRules.note}
          onChange={({ currentTarget: { value } }) => form.set({ note: value })}
        />
      ) : (
        <NoteField
          value={draft.note}
          maxLength={limits.recordingRules.note}
          onChange={(note) => form.set({ note })}
          error={form.error('note')}
        />
      )}
    </TaggingForm>
  )
}

type Form = Editing<EventDraft, unknown, EventDraft>

function Parts({ form, says }: { form: Form; says: string }) {
  const number = (name: 'each' | 'count', label: string, hint?: string) => (
    <NumberField
      label={label}
      name={name}
      keys="decimal"
      hint={hint}
      value={form.values[name]}
      onChange={(text) => form.set({ [name]: text })}
      error={form.error(name)}
    />
  )
  return (
    <>
      <div className={classes.numbers}>
        {number('each', 'On each new tag')}
        {number('count', 'New tags', form.values.count ? undefined : 'Empty: as many as it fills.')}
      </div>
      <p role="status" className={classes.rest}>
        {says}
      </p>
    </>
  )
}

function Retag({ form, facts }: { form: Form; facts: Facts }) {
  const draft = form.values
  const tag = facts.tags.get(draft.tags[0] ?? '')
  return (
    <div className={classes.fields}>
      <SelectField
        label="The new tag counts in"
        name="unit"
        value={draft.unit}
        choices={[{ value: '', label: 'The same' }, ...UNIT_CHOICES]}
        onChange={({ currentTarget: { value } }) => form.set({ unit: isUnit(value) ? value : '' })}
        error={form.error('unit')}
      />
      {tag && asksQuantity(draft, tag) && (
        <NumberField
          label="The new tag stands for"
          name="quantity"
          keys="decimal"
          value={draft.quantity}
          onChange={(quantity) => form.set({ quantity })}
          error={form.error('quantity')}
        />
      )}
    </div>
  )
}

const LATEST = { page: 1, limit: 50 } as const
const FEW = 4

/** Who gets it; those of the latest shipments at one press. */
function To({ form, farmId }: { form: Form; farmId: string }) {
  const { data } = useQuery(shippedQuery(farmId, LATEST))
  const known = [...new Map((data?.data ?? []).flatMap(({ to }) => (to ? [[to.name, to] as const] : []))).values()]
  const { name } = form.values
  return (
    <>
      {known.length > 0 && (
        <fieldset className={chips.known} aria-label="Shipped to before">
          {known.slice(0, FEW).map(({ name: theirs, cert = '', email = '', phone = '', address = '' }) => (
            <button
              key={theirs}
              type="button"
              className={chips.chip}
              aria-pressed={theirs === name}
              onClick={() => form.set({ name: theirs, cert, email, phone, address })}
            >
              {theirs}
            </button>
          ))}
        </fieldset>
      )}
      <div className={classes.fields}>
        <Field {...form.field('name')} label="Shipped to" maxLength={MOST} autoComplete="off" />
        <Field {...form.field('cert')} label="Their certificate" maxLength={MOST} autoComplete="off" />
        <Field
          {...form.field('email')}
          label="Their email"
          hint="Where they hear of a recall."
          type="email"
          maxLength={MOST}
          autoComplete="off"
        />
        <Field {...form.field('phone')} label="Their phone" type="tel" maxLength={MOST} autoComplete="off" />
        <LimitedArea
          {...form.field('address')}
          label="Their address"
          value={form.values.address}
          maxLength={MOST}
          onChange={({ currentTarget: { value } }) => form.set({ address: value })}
        />
      </div>
    </>
  )
}
