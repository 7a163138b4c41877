import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  askForRecall,
  correctRecall,
  declareRecall,
  farmQuery,
  farmsQuery,
  limits,
  myUserQuery,
  type RecallAt,
  type RecallChoice,
  type RecallReach,
  type RecallWords,
  recallReachQuery,
  recallsOf,
  useAnswers,
} from '@/api'
import { EditForm, useEditForm } from '@/forms'
import { counted } from '@/shared/lib/numbers'
import { seesFarms } from '@/shared/lib/roles'
import { Card } from '@/shared/ui/Card'
import { Failure } from '@/shared/ui/Failure'
import { Field } from '@/shared/ui/Field'
import { LimitedArea, LimitedField, SelectField } from '@/shared/ui/FormFields'
import { Notice } from '@/shared/ui/Notice'
import { Skeleton } from '@/shared/ui/Skeleton'
import { Reach } from './Reach'
import classes from './Recalls.module.css'
import { choiceOf } from './words'

/** What is chosen, as the address has it. */
export interface NewParams {
  tags: string
  farm: string
  lease: string
  lots: string
  area: string
  cert: string
  from: string
  to: string
}

export type Purpose = 'recall' | 'drill' | 'ask' | 'correctRecall' | 'correctDrill'

interface Props {
  at: RecallAt
  purpose: Purpose
  params: NewParams
  /** Looks at what is chosen now. */
  onLook: (params: NewParams) => void
  /** That is corrected. */
  recallId?: string
  /** As they are to begin with. */
  words: RecallWords
  /** That is answered. */
  request?: string
  onDone: (recallId: string) => void
}

const words = (text: string, between: RegExp) => text.split(between).filter(Boolean)

function choiceFrom(at: RecallAt, { tags, farm, lease, lots, area, cert, from, to }: NewParams): RecallChoice {
  const choice: RecallChoice = {}
  const farmId = at.farmId ?? farm
  if (tags.trim()) choice.tags = words(tags, /[\s,]+/).map((id) => id.replace(/^.*\/tag\//, ''))
  if (farmId) choice.farmId = farmId
  if (lease) choice.leaseIds = words(lease, / /)
  if (lots.trim()) choice.lotIds = words(lots, /[\s,]+/)
  if (area.trim()) choice.area = area.trim()
  if (cert.trim()) choice.certs = words(cert, /\s*,\s*/)
  if (from) choice.from = from
  if (to) choice.to = to
  return choice
}

/** Says what is recalled, shows whom that reaches, and asks for the yes. */
export function NewRecall(props: Props) {
  const { at, params, onLook } = props
  const choice = choiceFrom(at, params)
  const chosen = Object.keys(choice).some((key) => key !== 'farmId')
  return (
    <div className={classes.stack}>
      <Chooser key={JSON.stringify(params)} at={at} params={params} onLook={onLook} />
      {chosen && <Looked key={JSON.stringify(choice)} {...props} choice={choice} />}
    </div>
  )
}

function Chooser({ at, params, onLook }: Pick<Props, 'at' | 'params' | 'onLook'>) {
  const form = useEditForm({
    name: null,
    record: { values: params, version: 0 },
    staying: 'free',
    send: async (_, __, { mine }) => mine,
    onSaved: (_, values) => onLook(values),
  })
  const farmId = at.farmId ?? form.values.farm
  const me = useQuery(myUserQuery).data
  // Who may recall and no more knows firms by their tags and certificates alone.
  const sees = at.farmId !== undefined || (me !== undefined && seesFarms(me))
  const farms = useQuery({ ...farmsQuery({ limit: 100, page: 1, sort: 'name' }), enabled: !at.farmId && sees })
  const farm = useQuery({ ...farmQuery(farmId), enabled: farmId !== '' && sees })
  const named = (farms.data?.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))
  const areas = (farm.data?.leases ?? []).map(({ leaseId, name }) => ({ value: leaseId, label: name }))
  return (
    <Card title="What is recalled">
      <EditForm form={form} name="What is recalled" save="See whom it reaches" beside>
        <p>
          Conditions that are given together must all hold. Tags that are named are added. Whatever was made of a chosen
          tag is reached too.
        </p>
        <div className={classes.choice}>
          {!at.farmId && sees && (
            <SelectField {...form.field('farm')} label="Firm" choices={[{ value: '', label: 'Any' }, ...named]} />
          )}
          {areas.length > 0 && (
            <SelectField
              {...form.field('lease')}
              label="Growing area"
              choices={[{ value: '', label: 'Any' }, ...areas]}
            />
          )}
          <LimitedField
            {...form.field('area')}
            label="Place, as tags state it"
            autoComplete="off"
            maxLength={limits.Choice.area}
          />
          <Field {...form.field('from')} label="Harvested from" type="date" />
          <Field {...form.field('to')} label="Harvested to" type="date" />
          <Field {...form.field('cert')} label="Certificates of the original shipper" autoComplete="off" />
          <Field {...form.field('tags')} label="Tags" hint="Their numbers or addresses" autoComplete="off" />
          <Field {...form.field('lots')} label="Lots" hint="Their ids" autoComplete="off" />
        </div>
      </EditForm>
    </Card>
  )
}

function Looked({ choice, ...props }: Props & { choice: RecallChoice }) {
  const reach = useAnswers(recallReachQuery(props.at, choice))
  const [before, setBefore] = useState<RecallReach | null>(null)
  if (reach.error) return <Failure query={reach} />
  if (!reach.data) {
    return (
      <div role="status">
        <p>Following every tag...</p>
        <Skeleton height={320} shape="card" />
      </div>
    )
  }
  const { seen } = reach.data
  if (seen.tags === 0) return <Notice kind="info">That reaches no tag.</Notice>
  const again = () => {
    setBefore(reach.data ?? null)
    return reach.refetch()
  }
  return (
    <>
      <p role="status">
        Reaches <b>{counted(seen.tags, 'tag')}</b> of <b>{counted(seen.firms, 'firm')}</b>, shipped to{' '}
        <b>{counted(seen.consignees, 'consignee')}</b>: {choiceOf(choice)}.
      </p>
      {before && before.seen.digest !== seen.digest && (
        <Notice kind="info">
          Meanwhile the reach has changed: it was {counted(before.seen.tags, 'tag')} of{' '}
          {counted(before.seen.firms, 'firm')}, shipped to {counted(before.seen.consignees, 'consignee')}.
          {newOf(before, reach.data)}
        </Notice>
      )}
      <Reach reach={reach.data} />
      <Yes key={seen.digest} {...props} choice={choice} reach={reach.data} onChanged={again} />
    </>
  )
}

/** Who was not there before. */
function newOf(before: RecallReach, now: RecallReach): string {
  const known = new Set([...before.firms, ...before.consignees].map(({ name }) => name))
  const added = [...now.firms, ...now.consignees].map(({ name }) => name).filter((name) => !known.has(name))
  return added.length > 0 ? ` New: ${[...new Set(added)].join(', ')}.` : ''
}

const TITLES = {
  recall: 'Declare the recall',
  drill: 'Begin the drill',
  ask: 'Ask for the recall',
  correctRecall: 'Correct the recall',
  correctDrill: 'Correct the drill',
} as const

const ABOUT = {
  recall:
    'Every page that it reaches shows it at once. Firms and consignees with an email address are told within a minute.',
  drill:
    'No public page shows it and no consignee is told. The people of the firms are, by mails that begin with DRILL.',
  ask: 'Nothing is recalled yet: those who recall read it and answer.',
  correctRecall: 'Tags that it reaches no more are clean at once. What was before stays on record.',
  correctDrill: 'Its time goes on. What was before stays on record.',
} as const

interface YesProps extends Props {
  choice: RecallChoice
  reach: RecallReach
  onChanged: () => unknown
}

function Yes({ at, purpose, choice, reach, words: begin, request = '', recallId = '', onDone, onChanged }: YesProps) {
  const client = useQueryClient()
  const asks = purpose === 'ask'
  const corrects = recallId !== ''
  const form = useEditForm({
    name: null,
    record: { values: { ...begin, why: '' }, version: 0 },
    always: true,
    problems: ({ party, reason, why }): Record<string, string> => ({
      ...(party.trim() || asks ? {} : { party: 'Please say who recalls' }),
      ...(reason.trim() ? {} : { reason: 'Please give the reason' }),
      ...(why.trim() || !corrects ? {} : { why: 'Please say why it is corrected' }),
    }),
    send: async (_, __, { mine: { party, reason, class: grade, why }, key }) => {
      const yes = { party, reason, class: grade, choice, seen: reach.seen }
      if (asks) return askForRecall(at.farmId ?? '', choice, reason, key)
      if (corrects) return correctRecall(at, recallId, { ...yes, why })
      return declareRecall(at, purpose === 'recall' ? 'recall' : 'drill', yes, request, key)
    },
    onAnswer: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: recallsOf(at) }),
        client.invalidateQueries({ queryKey: ['work'] }),
        client.invalidateQueries({ queryKey: ['farm'] }),
      ]),
    onSaved: (answer) => onDone(answer?._id ?? ''),
    onFailed: onChanged,
  })
  return (
    <Card title={TITLES[purpose]}>
      <EditForm form={form} name={TITLES[purpose]} save={TITLES[purpose]} danger={purpose === 'recall'} twice>
        <p>{ABOUT[purpose]}</p>
        {!asks && (
          <LimitedField
            {...form.field('party')}
            label="Who recalls"
            autoComplete="organization"
            maxLength={limits.DeclareInputBody.party}
          />
        )}
        <LimitedArea {...form.field('reason')} label="Reason" maxLength={limits.DeclareInputBody.reason} />
        {!asks && (
          <SelectField
            {...form.field('class')}
            label="Class"
            choices={[
              { value: '', label: 'Not classified' },
              ...['I', 'II', 'III'].map((one) => ({ value: one, label: one })),
            ]}
          />
        )}
        {corrects && (
          <LimitedArea {...form.field('why')} label="Why it is corrected" maxLength={limits.CorrectionBody.why} />
        )}
      </EditForm>
    </Card>
  )
}
