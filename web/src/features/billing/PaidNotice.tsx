import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { farmQuery } from '@/api'
import { lazy } from '@/shared/ui/lazy'
import { payingOf } from './paying'

const Outcome = lazy(() => import('./Outcome'))

interface Props {
  farmId: string
  /** Called once there is nothing more to wait for: the address need not ask again. */
  onShown: () => void
  onDismiss: () => void
}

/**
 * For a return from the payment (SUB-10). The address only asks for the notice; what it says comes from the server. A tab
 * that did not go to pay itself is told of the setup invoice, while it is being paid.
 */
export function PaidNotice({ farmId, onShown, onDismiss }: Props) {
  const farm = useQuery(farmQuery(farmId))
  const [paying] = useState(() => payingOf(farmId))
  const invoiceId = paying ?? farm.data?.taggingSetupInvoice
  const nothing = farm.data !== undefined && !invoiceId
  useEffect(() => {
    if (nothing) onShown()
  }, [nothing, onShown])
  if (!invoiceId) return null
  return (
    <Outcome
      farmId={farmId}
      invoiceId={invoiceId}
      wentToPay={paying !== null}
      onShown={onShown}
      onDismiss={onDismiss}
    />
  )
}
