import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Farm } from '@/api'
import type { FarmSection } from '@/shared/lib/farmPaths'
import { PRODUCT } from '@/shared/lib/product'
import { buttonClass } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import classes from '../FarmInfo.module.css'
import { SetupReminder } from './SetupReminder'

const STATES = {
  active: { icon: IconCheck, text: 'Active' },
  pending: { icon: IconAlertTriangle, text: 'Pending: waiting for its setup invoice to be paid' },
  inactive: { icon: IconX, text: 'Not active' },
}

function stateOf(taggingActive: Farm['taggingActive']): keyof typeof STATES {
  if (taggingActive === 'pending') return 'pending'
  return taggingActive === true ? 'active' : 'inactive'
}

/** The state of the tagging service, by mark and by word (FARM-5). */
export function ServicesPanel({ farm, section }: { farm: Farm; section: FarmSection }) {
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
            className={buttonClass()}
          >
            Enable Subscription
          </Link>
        </p>
      )}
      {section === 'farms' && state === 'pending' && <SetupReminder farmId={farm._id} />}
    </Card>
  )
}
