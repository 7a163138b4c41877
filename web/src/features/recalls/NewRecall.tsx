import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  askForRecall,
  correctRecall,
  declareRecall,
  limits,
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
import { Card } from '@/shared/ui/Card'
import { Failure } from '@/shared/ui/Failure'
import { LimitedArea, LimitedField, SelectField } from '@/shared/ui/FormFields'
import { Notice } from '@/shared/ui/Notice'
import { Skeleton } from '@/shared/ui/Skeleton'
import { Chooser, choiceFrom, type NewParams } from './Chooser'
import { Reach } from './Reach'
import classes from './Recalls.module.css'
import { choiceOf } from './words'

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
        <b>{counted(seen.consignees, 'consignee')}</b>: {choiceOf(choice, reach.data)}.
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
