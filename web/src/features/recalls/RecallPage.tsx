import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isMissing, type RecallAt, type RecallDetail, recallQuery, useAnswers } from '@/api'
import { FormSheet } from '@/forms'
import { formatInstant } from '@/shared/lib/days'
import { counted } from '@/shared/lib/numbers'
import { quantityNumber } from '@/shared/lib/units'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Facts } from '@/shared/ui/Facts'
import { FactTable } from '@/shared/ui/FactTable'
import { Failure } from '@/shared/ui/Failure'
import { Notice } from '@/shared/ui/Notice'
import { Loading } from '@/shared/ui/Skeleton'
import { Documents } from './Documents'
import { End } from './End'
import { Party } from './Party'
import { Reach } from './Reach'
import classes from './Recalls.module.css'
import { actionOf, choiceOf, detailOf, percentOf, restOf, stateOf, toldOf } from './words'

interface Props {
  at: RecallAt
  recallId: string
  /** The firm or consignee that is looked at; lives in the address. */
  party: string
  onParty: (party: string) => void
  /** The heading, as staff or a farm have it. */
  heading: (title: string) => ReactNode
  timeZone?: string | undefined
  /** Whoever looks may enter something. */
  mayEnter: boolean
  /** What else can be done with it. */
  actions?: (recall: RecallDetail) => ReactNode
}

/** A recall: how far it has come, whom it reaches and what became of it there. */
export function RecallPage({ at, recallId, heading, timeZone, ...rest }: Props) {
  const recall = useAnswers(recallQuery(at, recallId))
  const data = recall.data?._id === recallId ? recall.data : undefined
  const missing = isMissing(recall.error)
  return (
    <>
      {heading(data ? `${data.kind === 'drill' ? 'Drill' : 'Recall'} by ${data.party}` : 'Recall')}
      {!data && recall.isFetching && <Loading height={320} shape="card" />}
      {missing && (
        <Card>
          <p>There is no such recall.</p>
        </Card>
      )}
      {recall.error && !missing && <Failure query={recall} timeZone={timeZone} />}
      {data && <Loaded at={at} recall={data as RecallDetail} timeZone={timeZone} {...rest} />}
    </>
  )
}

type LoadedProps = Omit<Props, 'recallId' | 'heading'> & { recall: RecallDetail }

function Loaded({ at, recall, party, onParty, timeZone, mayEnter, actions }: LoadedProps) {
  const [ending, setEnding] = useState(false)
  const { _id, kind, endedAt, followed, own } = recall
  const open = endedAt === null
  return (
    <div className={classes.stack}>
      {kind === 'drill' && (
        <Notice kind="info">This is a drill. No public page shows it, and no consignee is told.</Notice>
      )}
      {!followed && open && <Notice kind="info">Firms and consignees are being entered and told...</Notice>}
      <Card title="How far it has come">
        <div className={classes.stack}>
          <Facts facts={factsOf(recall, timeZone)} />
          <Totals recall={recall} />
        </div>
        <Documents at={at} recall={recall} />
        {open && (
          <div className={classes.buttons}>
            {actions?.(recall)}
            {own && mayEnter && (
              <Button variant="danger" onClick={() => setEnding(true)}>
                {kind === 'drill' ? 'End the drill' : 'End the recall'}
              </Button>
            )}
          </div>
        )}
      </Card>
      {party && (
        <Party
          key={party}
          at={at}
          recallId={_id}
          partyId={party}
          open={open && mayEnter}
          timeZone={timeZone}
          onClose={() => onParty('')}
        />
      )}
      <Parties recall={recall} timeZone={timeZone} />
      <Reach reach={recall.reach} />
      <Card title="History">
        <FactTable
          columns={[{ label: 'What' }, { label: 'When' }, { label: 'By' }, { label: 'Said' }]}
          rows={recall.history.map((event) => ({
            key: `${event.at} ${event.action} ${detailOf(event)}`,
            cells: [
              actionOf(event),
              formatInstant(event.at, timeZone),
              event.by || 'Merroir itself',
              <span key="said" className={classes.lines}>
                {detailOf(event)}
              </span>,
            ],
          }))}
        />
      </Card>
      <FormSheet
        title={kind === 'drill' ? 'End the drill' : 'End the recall'}
        open={ending}
        onClose={() => setEnding(false)}
      >
        <End at={at} recall={recall} onClose={() => setEnding(false)} />
      </FormSheet>
    </div>
  )
}

function factsOf(recall: RecallDetail, timeZone?: string) {
  const { effectiveness: e, result, endedAt } = recall
  return [
    { label: 'State', value: stateOf(recall) },
    { label: 'Reason', value: recall.reason },
    ...(recall.class ? [{ label: 'Class', value: recall.class }] : []),
    { label: 'Chosen', value: choiceOf(recall.choice, recall.reach) },
    {
      label: recall.kind === 'drill' ? 'Begun' : 'Declared',
      value: `${formatInstant(recall.declaredAt, timeZone)}, ${recall.declaredBy}`,
    },
    ...(endedAt
      ? [{ label: 'Ended', value: `${formatInstant(endedAt, timeZone)}, ${recall.endedBy}: ${recall.endReason}` }]
      : []),
    ...(recall.openReason ? [{ label: 'Ended with product open', value: recall.openReason }] : []),
    { label: 'Recovered', value: percentOf(e.recovered) },
    { label: 'Accounted for', value: percentOf(e.accounted) },
    { label: 'Acknowledged', value: `${e.answered} of ${e.parties}` },
    ...(result
      ? [
          {
            label: 'Score',
            value: `${percentOf(result.accounted)} accounted for in ${counted(result.accountedMinutes ?? result.minutes, 'minute')}, ${result.minutes} in all`,
          },
        ]
      : []),
  ]
}

function Totals({ recall }: { recall: RecallDetail }) {
  const { totals } = recall.effectiveness
  if (totals.length === 0) return null
  const figures = (label: string) => ({ label, figures: true })
  return (
    <FactTable
      columns={[
        { label: 'Unit' },
        ...['Shipped', 'Returned', 'Destroyed', 'Sold', 'Unaccounted', 'Recovered'].map(figures),
      ]}
      rows={totals.map((total) => ({
        key: total.unit,
        cells: [
          total.unit === 'each' ? 'animals' : total.unit,
          ...[total.shipped, total.returned, total.destroyed, total.sold, total.unaccounted].map((n) =>
            quantityNumber(n),
          ),
          percentOf(total.recovered),
        ],
      }))}
    />
  )
}

function Parties({ recall, timeZone }: { recall: RecallDetail; timeZone?: string | undefined }) {
  return (
    <Card title="Who is told, and what came back">
      {recall.parties.length === 0 ? (
        <p>Nobody is entered yet.</p>
      ) : (
        <FactTable
          columns={[{ label: 'Firm or consignee' }, { label: 'Shipped by' }, { label: 'Told' }, { label: 'Accounts' }]}
          rows={recall.parties.map((one) => ({
            key: one._id,
            cells: [
              <Link key="open" to="." search={(before: object) => ({ ...before, party: one._id })} resetScroll={false}>
                {one.name}
              </Link>,
              [one.kind === 'firm' && 'uses Merroir', ...one.shippers].filter(Boolean).join(', '),
              <span key="told">
                {toldOf(one)}
                <span className={classes.second}>
                  {one.told === 'call' && (one.phone || 'no phone number')}
                  {one.acknowledgedAt && `${one.acknowledgedBy}, ${formatInstant(one.acknowledgedAt, timeZone)}`}
                </span>
              </span>,
              restOf(one.totals),
            ],
          }))}
        />
      )}
    </Card>
  )
}
