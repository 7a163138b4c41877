import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Change, correctEntry, type Entry, errorMessage, type Farm, limits, type Recount } from '@/api'
import { EditForm, useEditForm } from '@/forms'
import { todayAt } from '@/shared/lib/days'
import { lotWords } from '@/shared/lib/lots'
import { exact } from '@/shared/lib/numbers'
import { recountSentence } from '@/shared/lib/recounts'
import { Button } from '@/shared/ui/Button'
import { Check } from '@/shared/ui/Check'
import { Field } from '@/shared/ui/Field'
import { SelectField } from '@/shared/ui/FormFields'
import { Notice } from '@/shared/ui/Notice'
import { NumberField } from '@/shared/ui/NumberField'
import { EffectsNotice } from '../EffectsNotice'
import { CountEffects } from '../effects'
import { HarvestFacts } from '../HarvestFacts'
import { notedPlace, notedTitle } from '../noted'
import { isFar, useBook } from '../useRecording'
import classes from './Animals.module.css'
import { differences, opened, problemsOf, type Right, rightOf } from './right'

interface Props {
  farm: Farm
  entry: Entry
  onClose: () => void
}

/** The server's names of what is right, which it was sent beside what undoes the entry. */
const pathOf = (field: string) => field.replace(/^activities\.\d+\./, '').replace(/^to$/, 'count')

/** An entry with what was recorded, to be put right: what differs, and what that changes, stand below. */
export default function CorrectForm({ farm, entry, onClose }: Props) {
  const { _id: farmId, country = '', leases } = farm
  const today = todayAt(farm)
  const book = useBook(farmId)
  const confirmed = useRef(false)
  const answered = useRef(false)
  const look = useMutation({
    mutationFn: (right: Right) => correctEntry(farmId, entry.number, { ...bodyOf(right), try: true }),
  })
  const bodyOf = (right: Right) => ({ reason: right.reason.trim(), activity: rightOf(entry, right, country) })
  const form = useEditForm<Right, unknown>({
    name: `correct ${farmId} ${entry.number}`,
    record: { values: opened(entry, country), version: 0 },
    pathOf,
    problems: (right) => problemsOf(entry, right, today, country),
    send: async (_, __, { values }) => {
      const body = bodyOf(values)
      if (!answered.current && !look.data) {
        const { recounts } = await correctEntry(farmId, entry.number, { ...body, try: true })
        if (recounts.length > 0) throw new CountEffects(recounts, false)
      }
      return correctEntry(farmId, entry.number, { ...body, ...(confirmed.current && { confirmed: true }) })
    },
    onAnswer: book.forget,
    onSaved: onClose,
    onCancel: onClose,
  })
  const { values: right } = form
  const set = (part: Partial<Right>) => {
    confirmed.current = false
    answered.current = false
    look.reset()
    form.set(part)
  }
  const areas = new Map(leases.map(({ leaseId, name }) => [leaseId, name]))
  const differs = differences(entry, right, areas, country)
  return (
    <EditForm form={form} name="Correct an entry" save="Correct" cancel sheet twice>
      <div className={classes.fields}>
        <p>
          <b>{notedTitle(entry)}</b>
          <br />
          {notedPlace(entry)}
        </p>
        <Check
          type="checkbox"
          shape="line"
          label="It should not be in the book at all"
          checked={right.remove}
          onChange={(event) => set({ remove: event.currentTarget.checked })}
        />
        {!right.remove && <Questions farm={farm} entry={entry} right={right} error={form.error} onChange={set} />}
        <Field
          label="Reason"
          name="reason"
          maxLength={limits.recordingRules.note}
          autoComplete="off"
          value={right.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
          error={form.error('reason')}
        />
        {isFar(form.failure) && (
          <Button
            variant="plain"
            type="submit"
            onClick={() => {
              confirmed.current = true
            }}
          >
            Record all the same
          </Button>
        )}
        {form.failure instanceof CountEffects && (
          <EffectsNotice
            effects={form.failure}
            onConfirm={() => {
              answered.current = true
            }}
          />
        )}
        <section aria-label="What changes">
          <p className={classes.where}>
            The book keeps both: the entry is undone and the right one recorded, with your name and the reason.
          </p>
          <ul className={classes.changes}>
            {differs.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          <div className={classes.foot}>
            <Button
              variant="plain"
              loading={look.isPending}
              disabled={differs.length === 0 || !right.reason.trim()}
              onClick={() => look.mutate(right)}
            >
              Show what it does to the animals
            </Button>
          </div>
          <div role="status">
            {look.data && <Effects changes={look.data.changes} recounts={look.data.recounts} />}
            {look.error && <Notice kind="error">{errorMessage(look.error)}</Notice>}
          </div>
        </section>
      </div>
    </EditForm>
  )
}

function Effects({ changes, recounts }: { changes: readonly Change[]; recounts: readonly Recount[] }) {
  const differ = changes.filter((one) => one.before !== one.after || one.containersBefore !== one.containersAfter)
  return (
    <ul className={classes.changes}>
      {differ.length === 0 && <li>Today's animals and containers stay as they are.</li>}
      {recounts.map((recount) => (
        <li key={recount.number}>{recountSentence(recount)}</li>
      ))}
      {differ.map(({ leaseId, area, lot, before, after, containersBefore, containersAfter }) => (
        <li key={`${leaseId} ${lotWords(lot)}`}>
          {[area, lotWords(lot)].filter(Boolean).join(', ')}: {exact(before)} living today, then {exact(after)}
          {containersBefore !== containersAfter &&
            `; ${exact(containersBefore)} containers, then ${exact(containersAfter)}`}
        </li>
      ))}
    </ul>
  )
}

interface QuestionsProps extends Omit<Props, 'onClose'> {
  right: Right
  error: (name: never) => string | undefined
  onChange: (part: Partial<Right>) => void
}

function Questions({ farm, entry, right, error: errorOf, onChange }: QuestionsProps) {
  const error = (name: string) => errorOf(name as never)
  const { activity, to } = entry
  const number = (name: 'count' | 'containers' | 'measured', label: string) => (
    <NumberField
      label={label}
      name={name}
      value={right[name]}
      onChange={(text) => onChange({ [name]: text })}
      error={error(name)}
    />
  )
  const part = (at: number, change: Partial<Right['parts'][number]>) =>
    onChange({ parts: right.parts.map((one, index) => (index === at ? { ...one, ...change } : one)) })
  return (
    <>
      <Field
        label="Day"
        name="date"
        type="date"
        value={right.date}
        onChange={(event) => onChange({ date: event.currentTarget.value })}
        error={error('date')}
      />
      <SelectField
        label="Growing area"
        name="leaseId"
        value={right.leaseId}
        choices={farm.leases.map(({ leaseId, name }) => ({ value: leaseId, label: name }))}
        onChange={(event) => onChange({ leaseId: event.currentTarget.value })}
        error={error('leaseId') ?? error('lot')}
      />
      {activity !== 'size' &&
        activity !== 'move' &&
        number('count', activity === 'count' ? 'Animals found' : 'Animals')}
      {activity !== 'size' && activity !== 'count' && number('containers', 'Containers')}
      {activity === 'size' && (
        <>
          {number('measured', 'Animals measured')}
          <NumberField
            label="Mean size in mm"
            name="sizeMm"
            keys="decimal"
            value={right.sizeMm}
            onChange={(sizeMm) => onChange({ sizeMm })}
            error={error('sizeMm')}
            hint={
              entry.lengths || entry.lengthClasses
                ? 'With other numbers than these, its lengths are left out.'
                : undefined
            }
          />
        </>
      )}
      {activity === 'move' &&
        to.map(({ leaseId, lotId, area, lot }, at) => (
          <fieldset key={`${leaseId} ${lotId}`} className={classes.fields}>
            <legend>To {[area, lotWords(lot)].filter(Boolean).join(', ')}</legend>
            <NumberField
              label="Animals"
              name={`parts.${at}.count`}
              value={right.parts[at]?.count ?? ''}
              onChange={(count) => part(at, { count })}
              error={error(`parts.${at}.count`) ?? error('count')}
            />
            <NumberField
              label="Containers that come there"
              name={`parts.${at}.containers`}
              value={right.parts[at]?.containers ?? ''}
              onChange={(containers) => part(at, { containers })}
              error={error(`parts.${at}.containers`)}
            />
          </fieldset>
        ))}
      {activity === 'harvest' && (
        <HarvestFacts
          farmId={farm._id}
          country={farm.country ?? ''}
          draft={right}
          problems={factProblems(error)}
          onChange={(facts) => onChange({ facts })}
        />
      )}
      <Field
        label="Note"
        name="note"
        maxLength={limits.recordingRules.note}
        autoComplete="off"
        value={right.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
        error={error('note')}
      />
    </>
  )
}

const FACTS = [
  'landed',
  'buyer',
  'buyerAddress',
  'order',
  'quantity',
  'unit',
  'priceCents',
  'harvester',
  'waterTempC',
  'airTempC',
]

function factProblems(error: (name: string) => string | undefined): Record<string, string> {
  const all = FACTS.map((name) => [`facts.${name}`, error(`facts.${name}`) ?? ''] as const)
  return Object.fromEntries(all.filter(([, words]) => words))
}
