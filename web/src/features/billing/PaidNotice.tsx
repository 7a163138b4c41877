import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { farmQuery } from '@/api'
import { lazy } from '@/shared/ui/lazy'
import { payingOf } from './paying'

const Outcome = lazy(() => import('./Outcome'))

interface Props {
  farmId: string
  onDismiss: () => void
}

/** For a return from the payment (SUB-10). The address only asks for the notice; what it says comes from the server. */
export function PaidNotice({ farmId, onDismiss }: Props) {
  const farm = useQuery(farmQuery(farmId))
  const [paying] = useState(() => payingOf(farmId))
  const invoiceId = paying ?? farm.data?.taggingSetupInvoice
  if (!invoiceId) return null
  return <Outcome farmId={farmId} invoiceId={invoiceId} onDismiss={onDismiss} />
}
