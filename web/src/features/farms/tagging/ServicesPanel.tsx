import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorMessage, type FarmRecord, resendSetupEmail, useMay } from '@/api'
import { type FarmSection, INVOICES_PATH } from '@/shared/lib/farmPaths'
import { PRODUCT } from '@/shared/lib/product'
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
