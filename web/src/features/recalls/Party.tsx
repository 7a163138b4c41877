import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  answerRecall,
  enterAccount,
  errorMessage,
  limits,
  noteCall,
  noticeAgain,
  type RecallAt,
  type RecallPartyDetail,
  recallPartyQuery,
  recallsOf,
  takeBackEntry,
  useAnswers,
} from '@/api'
import { EditForm, FormSheet, useEditForm } from '@/forms'
import { formatInstant } from '@/shared/lib/days'
import { quantityWords } from '@/shared/lib/units'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Facts } from '@/shared/ui/Facts'
import { FactTable } from '@/shared/ui/FactTable'
import { Failure } from '@/shared/ui/Failure'
import { Field } from '@/shared/ui/Field'
import { LimitedArea, LimitedField, SelectField } from '@/shared/ui/FormFields'
import { Notice } from '@/shared/ui/Notice'
import { Loading } from '@/shared/ui/Skeleton'
import { ForReason } from './Ask'
import classes from './Recalls.module.css'
import { answeredOf, OUTCOMES, percentOf, toldOf } from './words'

interface Props {
  at: RecallAt
  recallId: string
  partyId: string
  /** Something can be entered. */
  open: boolean
  timeZone?: string | undefined
  onClose: () => void
}

type Asked = { what: 'call' } | { what: 'back'; entry: string } | null

/** A firm or a consignee: what was shipped to it and became of it, and what it was told. */
export function Party({ at, recallId, partyId, open, timeZone, onClose }: Props) {
  const client = useQueryClient()
  const party = useAnswers(recallPartyQuery(at, recallId, partyId))
  const [asked, setAsked] = useState<Asked>(null)
  const again = useMutation({
    mutationFn: () => noticeAgain(at, recallId, partyId),
    onSuccess: () => client.invalidateQueries({ queryKey: recallsOf(at) }),
  })
  const data = party.data?._id === partyId ? party.data : undefined
  if (party.error) return <Failure query={party} timeZone={timeZone} />
  if (!data) return <Loading height={240} shape="card" />
  const close = () => setAsked(null)
  return (
    <Card
      title={data.name}
      action={
        <Button variant="plain" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={classes.stack}>
        <Facts
          facts={[
            { label: 'Told', value: toldOf(data) },
            { label: 'Shipped by', value: data.shippers.join(', ') },
            { label: 'Email', value: data.email },
            { label: 'Phone', value: data.phone },
            { label: 'Address', value: data.address },
          ].filter(({ label, value }) => value || label === 'Phone')}
        />
        {data.lines.length > 0 && <Lines party={data} />}
        {open && data.lines.length > 0 && data.lines.some(({ unaccounted }) => unaccounted > 0) && (
          <NewEntry key={data.entries.length} at={at} recallId={recallId} party={data} />
        )}
        {data.entries.length > 0 && (
          <Entries party={data} open={open} timeZone={timeZone} onBack={(entry) => setAsked({ what: 'back', entry })} />
        )}
        <Notices party={data} timeZone={timeZone} />
        {open && (data.acknowledgedAt || (at.farmId === data.farm && data.kind === 'firm')) && (
          <Answer key={data.acknowledgedAt} at={at} recallId={recallId} party={data} />
        )}
        {again.error && <Notice kind="error">{errorMessage(again.error)}</Notice>}
        {open && (
          <div className={classes.buttons}>
            <Button variant="plain" loading={again.isPending} onClick={() => again.mutate()}>
              Send the notice again
            </Button>
            <Button variant="plain" onClick={() => setAsked({ what: 'call' })}>
              Note a call
            </Button>
          </div>
        )}
      </div>
      <FormSheet title="Note a call" open={asked?.what === 'call'} onClose={close}>
        <Call at={at} recallId={recallId} party={data} onClose={close} />
      </FormSheet>
      <FormSheet title="Take an entry back" open={asked?.what === 'back'} onClose={close}>
        <ForReason
          at={at}
          action="Take back"
          about="Another entry takes it back; both stay on record."
          send={(reason) => takeBackEntry(at, recallId, asked?.what === 'back' ? asked.entry : '', reason)}
          onClose={close}
        />
      </FormSheet>
    </Card>
  )
}

function Lines({ party }: { party: RecallPartyDetail }) {
  const figures = (label: string) => ({ label, figures: true })
  return (
    <FactTable
      columns={[
        { label: 'Tag' },
        figures('Received'),
        figures('Passed on'),
        figures('Returned'),
        figures('Destroyed'),
        figures('Sold'),
        figures('Unaccounted'),
        figures('Recovered'),
      ]}
      rows={party.lines.map((line) => ({
        key: line.tag,
        cells: [
          <a key="tag" href={`/tag/${line.tag}`}>
            {line.tag}
          </a>,
          quantityWords(line.received, line.unit),
          quantityWords(line.passedOn, line.unit),
          quantityWords(line.returned, line.unit),
          quantityWords(line.destroyed, line.unit),
          quantityWords(line.sold, line.unit),
          quantityWords(line.unaccounted, line.unit),
          percentOf(line.recovered),
        ],
      }))}
    />
  )
}

interface EntriesProps {
  party: RecallPartyDetail
  open: boolean
  timeZone?: string | undefined
  onBack: (entry: string) => void
}

function Entries({ party, open, timeZone, onBack }: EntriesProps) {
  return (
    <FactTable
      columns={[
        { label: 'Entry' },
        { label: 'How much' },
        { label: 'Note' },
        { label: 'Entered' },
        { label: 'Correction' },
      ]}
      rows={party.entries.map((entry) => ({
        key: entry._id,
        cells: [
          entry.reverses ? `${entry.outcome}, taken back` : entry.outcome,
          quantityWords(entry.quantity, entry.unit),
          entry.note,
          `${formatInstant(entry.at, timeZone)}, ${entry.by}`,
          open && !entry.reverses && !entry.reversed && (
            <Button key="back" variant="plain" onClick={() => onBack(entry._id)}>
              Take back
            </Button>
          ),
        ],
      }))}
    />
  )
}

function Notices({ party, timeZone }: { party: RecallPartyDetail; timeZone?: string | undefined }) {
  if (party.notices.length === 0) return <p>No notice was sent.</p>
  const KINDS: Record<string, string> = {
    notice: 'Notice',
    released: 'No longer reached',
    ended: 'Ended',
    call: 'Call',
  }
  return (
    <FactTable
      columns={[
        { label: 'Notice' },
        { label: 'To' },
        { label: 'Written' },
        { label: 'Delivered' },
        { label: 'Acknowledged' },
      ]}
      rows={party.notices.map((one) => ({
        key: one._id,
        cells: [
          KINDS[one.kind],
          one.email,
          formatInstant(one.sentAt, timeZone),
          one.failedAt
            ? `no: ${one.trouble}`
            : one.deliveredAt
              ? formatInstant(one.deliveredAt, timeZone)
              : 'on its way',
          one.acknowledgedAt && (
            <span key="answer" className={classes.lines}>
              {one.acknowledgedBy}, {formatInstant(one.acknowledgedAt, timeZone)}
              {one.answer && answeredOf(one.answer) && `\nSays: ${answeredOf(one.answer)}`}
            </span>
          ),
        ],
      }))}
    />
  )
}

interface FormProps {
  at: RecallAt
  recallId: string
  party: RecallPartyDetail
}

function NewEntry({ at, recallId, party }: FormProps) {
  const client = useQueryClient()
  const left = party.lines.filter(({ unaccounted }) => unaccounted > 0)
  const form = useEditForm({
    name: null,
    record: { values: { tag: left[0]?.tag ?? '', outcome: 'returned', quantity: '', note: '' }, version: 0 },
    problems: ({ quantity }): Record<string, string> =>
      Number(quantity) > 0 ? {} : { quantity: 'Please say how much' },
    send: ({ tag = '', outcome, quantity, note = '' }, _, { key }) =>
      enterAccount(
        at,
        recallId,
        { party: party._id, tag, outcome: outcome as 'returned', quantity: Number(quantity), note },
        key,
      ),
    onAnswer: () => client.invalidateQueries({ queryKey: recallsOf(at) }),
    onSaved: () => {},
  })
  return (
    <EditForm form={form} name="What became of it" save="Enter" beside>
      <div className={classes.choice}>
        <SelectField
          {...form.field('tag')}
          label="Tag"
          choices={left.map(({ tag, unaccounted, unit }) => ({
            value: tag,
            label: `${tag}: ${quantityWords(unaccounted, unit)}`,
          }))}
        />
        <SelectField {...form.field('outcome')} label="What became of it" choices={OUTCOMES} />
        <Field {...form.field('quantity')} label="How much" inputMode="decimal" autoComplete="off" />
        <LimitedField {...form.field('note')} label="Note" autoComplete="off" maxLength={limits.NewEntry.note} />
      </div>
    </EditForm>
  )
}

/** What a company reports: of the farm itself, its acknowledgement. */
function Answer({ at, recallId, party }: FormProps) {
  const client = useQueryClient()
  const reported = party.notices.findLast(({ acknowledgedAt }) => acknowledgedAt)?.answer
  const text = (quantity: number | null | undefined) =>
    quantity == null ? '' : String(Math.round(quantity * 1000) / 1000)
  const record = {
    onHand: text(reported?.onHand),
    sold: text(reported?.sold),
    destroyed: text(reported?.destroyed),
    returned: text(reported?.returned),
    note: reported?.note ?? '',
  }
  const form = useEditForm({
    name: null,
    record: { values: record, version: 0 },
    always: true,
    problems: ({ note: _, ...quantities }): Record<string, string> =>
      Object.fromEntries(
        Object.entries(quantities).flatMap(([name, typed]) =>
          /^\d*\.?\d*$/.test(typed.trim()) ? [] : [[name, 'Write a plain number, such as 1500 or 2.5']],
        ),
      ),
    send: (_, __, { mine: { note, ...quantities } }) =>
      answerRecall(at, recallId, party._id, {
        note,
        ...Object.fromEntries(
          Object.entries(quantities).flatMap(([name, typed]) => (typed.trim() ? [[name, Number(typed)]] : [])),
        ),
      }),
    onAnswer: () => client.invalidateQueries({ queryKey: recallsOf(at) }),
    onSaved: () => {},
  })
  const name = party.acknowledgedAt ? 'Correct the report' : 'Acknowledge the recall'
  const fields = [
    { field: 'onHand', label: 'Still here' },
    { field: 'sold', label: 'Sold' },
    { field: 'destroyed', label: 'Destroyed' },
    { field: 'returned', label: 'Returned' },
  ] as const
  return (
    <EditForm form={form} name={name} save={name} beside>
      <div className={classes.choice}>
        {party.lines.length > 0 &&
          fields.map(({ field, label }) => (
            <Field key={field} {...form.field(field)} label={label} inputMode="decimal" autoComplete="off" />
          ))}
        <LimitedField {...form.field('note')} label="Note" autoComplete="off" maxLength={limits.NoticeAnswer.note} />
      </div>
    </EditForm>
  )
}

function Call({ at, recallId, party, onClose }: FormProps & { onClose: () => void }) {
  const client = useQueryClient()
  const form = useEditForm({
    name: null,
    record: { values: { spokeTo: '', note: '' }, version: 0 },
    problems: ({ spokeTo }): Record<string, string> =>
      spokeTo.trim() ? {} : { spokeTo: 'Please say whom you spoke to' },
    send: ({ spokeTo = '', note = '' }) => noteCall(at, recallId, party._id, { spokeTo, note }),
    onAnswer: () => client.invalidateQueries({ queryKey: recallsOf(at) }),
    onSaved: onClose,
    onCancel: onClose,
  })
  return (
    <EditForm form={form} name="Note a call" save="Note it" cancel sheet>
      <p>
        {party.name} {party.phone && `has the phone number ${party.phone}`} A call counts as an acknowledgement.
      </p>
      <LimitedField
        {...form.field('spokeTo')}
        label="Spoke to"
        autoComplete="off"
        maxLength={limits.CallBody.spokeTo}
      />
      <LimitedArea {...form.field('note')} label="Note" maxLength={limits.CallBody.note} />
    </EditForm>
  )
}
