import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Need, useMay } from '@/api'
import { DETAIL_PATH, type FarmSection, INVOICE_PATH } from '@/shared/lib/farmPaths'

interface Props {
  farmId: string
  section: FarmSection
  need: Need
  className?: string
  /** The icon beside the words. */
  children: ReactNode
}

/** A link to where a need is dealt with. */
export function NeedLink({ farmId, section, need, className, children }: Props) {
  const keeps = useMay('change')
  const detail = { to: DETAIL_PATH[section], params: { farmId }, className }
  const words = (action: string, about: string) => (
    <>
      <span>
        {action}
        <span className="visually-hidden"> {about}</span>
      </span>
      {children}
    </>
  )
  if (need.recall) {
    return (
      <a href={`/tag/${need.recall.tag}`} className={className}>
        {words('See recall', `by ${need.recall.party}`)}
      </a>
    )
  }
  if (!keeps) return null
  if (need.lease) {
    const { leaseId, name } = need.lease
    return (
      <Link {...detail} search={{ tab: 'info' }} hash={`lease-${leaseId}`}>
        {words('Edit lease', name)}
      </Link>
    )
  }
  if (need.certificate) {
    return (
      <Link {...detail} search={{ tab: 'info' }}>
        {words('Edit certificate', need.certificate.cert)}
      </Link>
    )
  }
  if (need.paper) {
    const low = need.paper.problem === 'low' || section === 'manage'
    return (
      <Link {...detail} search={{ tab: 'tagging' }}>
        {words(low ? 'See paper' : 'Order paper', `of ${need.paper.paperType}`)}
      </Link>
    )
  }
  if (need.invoice) {
    return (
      <Link to={INVOICE_PATH[section]} params={{ farmId, invoice: need.invoice.invoice }} className={className}>
        {words(section === 'manage' ? 'Pay invoice' : 'See invoice', need.invoice.number)}
      </Link>
    )
  }
  return null
}
