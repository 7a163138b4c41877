import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { endAsking, errorMessage, type FarmRecord, resendSetupEmail, useFarmCache, useMay, workQuery } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { type FarmSection, INVOICES_PATH, OFFER_PATH } from '@/shared/lib/farmPaths'
import { PRODUCT } from '@/shared/lib/product'
import { AskFirst } from '@/shared/ui/AskFirst'
import { Button, buttonClass } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Notice } from '@/shared/ui/Notice'
import classes from '../FarmInfo.module.css'

const STATES = {
  active: { icon: IconCheck, text: 'Active' },
  pending: { icon: IconAlertTriangle, text: 'Pending: waiting for its setup invoice to be paid' },
  inactive: { icon: IconX, text: 'Not active' },
}

function stateOf(taggingActive: FarmRecord['taggingActive']): keyof typeof STATES {
  if (taggingActive === 'pending') return 'pending'
  return taggingActive === true ? 'active' : 'inactive'
}

/** A farm that used to have the service keeps its invoices, but has no tab that leads to them. */
function wasActive({ taggingInvoices }: FarmRecord): boolean {
  return Object.values(taggingInvoices).some((history) => history.length > 0)
}

/** The state of the tagging service, as an icon and in words (FARM-5). */
export function ServicesPanel({ farm, section }: { farm: FarmRecord; section: FarmSection }) {
  const keeps = useMay('companies')
  const state = stateOf(farm.taggingActive)
  const { icon: Icon, text } = STATES[state]
  return (
    <Card title={`Your ${PRODUCT} Services`}>
      <p className={classes.service}>
        <span className={classes.state} data-state={state}>
          <Icon size={20} stroke={2.5} aria-hidden />
        </span>
        <span>
          Tagging <span className={classes.stateText}>{text}</span>
        </span>
      </p>
      {section === 'manage' && state === 'pending' && farm.taggingSetupInvoice && (
        <p className={classes.reminder}>
          <Link
            to="/manage/$farmId/$invoice"
            params={{ farmId: farm._id, invoice: farm.taggingSetupInvoice }}
            className={buttonClass({ variant: 'plain' })}
          >
            Enable Subscription
          </Link>
        </p>
      )}
      {section === 'manage' && state === 'inactive' && keeps && (
        <p className={classes.reminder}>
          <Link to={OFFER_PATH} params={{ farmId: farm._id }}>
            What tagging is, and what it costs
          </Link>
        </p>
      )}
      {section === 'farms' && state === 'inactive' && keeps && <Asked farm={farm} />}
      {section === 'farms' && state === 'pending' && keeps && <SetupReminder farmId={farm._id} />}
      {section === 'manage' && state === 'inactive' && wasActive(farm) && (
        <p className={classes.reminder}>
          The subscription has ended.{' '}
          <Link to={INVOICES_PATH[section]} params={{ farmId: farm._id }}>
            All invoices
          </Link>
        </p>
      )}
    </Card>
  )
}

/** That the farm asks for the service, until it is set up or somebody has answered. */
function Asked({ farm: { _id, name, taggingRequest: asked, timeZone } }: { farm: FarmRecord }) {
  const cache = useFarmCache(_id)
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () => endAsking(_id),
    onSuccess: (answer) => {
      cache.keep(answer)
      return client.invalidateQueries({ queryKey: workQuery.queryKey })
    },
  })
  if (asked?.outcome !== '') return null
  return (
    <div className={classes.reminder}>
      <Notice kind="info">
        {asked.by} asked for it, {formatInstant(asked.date, timeZone)}. Setting up Paper & Printers answers that.
      </Notice>
      <AskFirst label="Mark as answered" action="Mark as answered" work={end}>
        {name} is no longer among the farms that ask for tagging. It can ask again.
      </AskFirst>
    </div>
  )
}

/** Sends the email about the setup invoice again (AFARM-8). */
function SetupReminder({ farmId }: { farmId: string }) {
  const resend = useMutation({ mutationFn: () => resendSetupEmail(farmId) })
  return (
    <div className={classes.reminder}>
      <Button variant="plain" loading={resend.isPending} onClick={() => resend.mutate()}>
        Resend the setup email
      </Button>
      {resend.isSuccess && (
        <Notice kind="success" onDismiss={resend.reset}>
          {resend.data.message}
        </Notice>
      )}
      {resend.isError && <Notice kind="error">{errorMessage(resend.error)}</Notice>}
    </div>
  )
}
