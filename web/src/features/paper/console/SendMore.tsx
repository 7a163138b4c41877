import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type FarmRecord,
  limits,
  type MorePaper,
  morePaperQuery,
  myUserQuery,
  SHIPMENTS,
  sendPaper,
  useAnswers,
  useFarmCache,
} from '@/api'
import { EditForm, FormSheet, useEditForm } from '@/forms'
import { mayAny } from '@/shared/lib/roles'
import { Button } from '@/shared/ui/Button'
import { Check } from '@/shared/ui/Check'
import { CostLines } from '@/shared/ui/CostLines'
import { Failure } from '@/shared/ui/Failure'
import { Field } from '@/shared/ui/Field'
import fields from '@/shared/ui/Fields.module.css'
import { Notice } from '@/shared/ui/Notice'
import { paperName, type Roll } from '../shared/names'
import { kindsFor } from '../subscription/rules'
import classes from '../subscription/Subscription.module.css'

/** The fields of the call, by kind of roll. */
const FIELDS = {
  mobile: 'mobileRolls',
  mobileLaminated: 'mobileLaminated',
  sixMilMobile: 'sixMilMobile',
  mobileSmall: 'mobileSmall',
  industrial: 'industrialRolls',
  industrialSmall: 'industrialSmallRolls',
  mobileSticker: 'mobileStickerRolls',
  blackLineMobile: 'blackLineMobile',
} as const satisfies Record<Roll, keyof MorePaper>

type Quantity = (typeof FIELDS)[Roll]
type Form = Record<Quantity, string> & { sendForFree: boolean; sendFulfillmentEmail: boolean }

const MOST = limits.MoreForm.mobileRolls
const QUANTITIES = Object.values(FIELDS)
const NOTHING = {
  values: {
    ...(Object.fromEntries(QUANTITIES.map((name) => [name, ''])) as Record<Quantity, string>),
    sendForFree: false,
    sendFulfillmentEmail: false,
  },
  version: 0,
}
const WRONG = `Please enter a whole number up to ${MOST}.`
const isNumber = (text: string) => /^\d{0,4}$/.test(text.trim()) && Number(text) <= MOST

/** What is wrong with each number; `none` if there is not a single one. */
function problemsOf(form: Form) {
  const wrong = QUANTITIES.filter((name) => !isNumber(form[name]))
  const none = QUANTITIES.every((name) => Number(form[name]) === 0)
  return {
    ...Object.fromEntries(wrong.map((name) => [name, WRONG])),
    ...(none && { none: 'Please select how many rolls of paper you would like to send' }),
  }
}

function bodyOf({ sendForFree, sendFulfillmentEmail, ...numbers }: Form): MorePaper {
  const rolls = QUANTITIES.filter((name) => Number(numbers[name]) > 0)
  return {
    ...Object.fromEntries(rolls.map((name) => [name, Number(numbers[name])])),
    sendForFree,
    sendFulfillmentEmail,
  }
}

interface Props {
  farm: FarmRecord
  open: boolean
  onClose: () => void
}

/** 'Send more paper' than the refills bring, charged or for free (PAPER-11). */
export function SendMore({ farm, open, onClose }: Props) {
  return (
    <FormSheet title="Send more paper" open={open} onClose={onClose} wide>
      <Content farm={farm} onClose={onClose} />
    </FormSheet>
  )
}

function Content({ farm, onClose }: Omit<Props, 'open'>) {
  const [sent, setSent] = useState<string | null>(null)
  if (sent === null) return <MoreForm farm={farm} onSent={setSent} onClose={onClose} />
  return (
    <Notice kind="success">
      {sent}{' '}
      <Button variant="plain" onClick={() => setSent(null)}>
        Send More.
      </Button>
    </Notice>
  )
}

interface FormProps {
  farm: FarmRecord
  onSent: (message: string) => void
  onClose: () => void
}

function MoreForm({ farm, onSent, onClose }: FormProps) {
  const cache = useFarmCache(farm._id)
  const client = useQueryClient()
  const { data: me } = useQuery(myUserQuery)
  const mayPrice = me !== undefined && mayAny(me, 'pricing')
  const form = useEditForm({
    name: 'more-paper',
    record: NOTHING,
    problems: problemsOf,
    send: (_, __, { values, key }) => sendPaper(farm._id, bodyOf(values), key),
    onAnswer: () => {
      client.invalidateQueries({ queryKey: SHIPMENTS })
      return cache.forget()
    },
    onSaved: (answer) => answer && onSent(answer.message),
    onCancel: onClose,
  })
  const none = form.error('none')
  return (
    <EditForm form={form} name="Send more paper" save="Send paper" cancel sheet twice>
      {none && (
        <p role="alert" data-problem tabIndex={-1} className={classes.problem}>
          {none}
        </p>
      )}
      <div className={fields.fields}>
        {kindsFor(farm, farm.printers).map(({ roll }) => (
          <Field
            key={roll}
            {...form.field(FIELDS[roll])}
            label={`${paperName(roll)} rolls`}
            type="number"
            inputMode="numeric"
            min={0}
            max={MOST}
          />
        ))}
      </div>
      <div>
        <Check {...form.check('sendFulfillmentEmail')} type="checkbox" shape="line" label="Email the team to ship it" />
        {mayPrice && <Check {...form.check('sendForFree')} type="checkbox" shape="line" label="Send for free" />}
      </div>
      {Object.keys(problemsOf(form.values)).length === 0 && <Price farmId={farm._id} more={bodyOf(form.values)} />}
      <p className={classes.muted}>
        {form.values.sendForFree
          ? 'Nothing will be charged, not even shipping.'
          : "Charged at today's prices, plus shipping. Stock goes up when it is sent."}
      </p>
    </EditForm>
  )
}

/** What the chosen rolls cost, by the server's prices. */
function Price({ farmId, more }: { farmId: string; more: MorePaper }) {
  const { data, error, stale, isFetching, refetch } = useAnswers(morePaperQuery(farmId, more))
  return (
    <div role="status" aria-busy={stale}>
      {error ? (
        <Failure query={{ error, isFetching, refetch }} lead="We can't show the price right now." />
      ) : (
        data && <CostLines lines={data.map(({ description, cost }) => ({ description, cents: cost }))} />
      )}
    </div>
  )
}
