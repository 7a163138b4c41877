import type { TaggingOffer } from '@/api'
import { Card } from '@/shared/ui/Card'
import { Facts } from '@/shared/ui/Facts'

/** Whom a farm calls, as far as the platform names somebody. */
export function ContactCard({ contact: { name, phone, email } }: Pick<TaggingOffer, 'contact'>) {
  if (!name && !phone && !email) return null
  return (
    <Card title="Talk to us">
      <Facts
        facts={[
          ...(name ? [{ label: 'Name', value: name }] : []),
          ...(phone ? [{ label: 'Phone', value: <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a> }] : []),
          ...(email ? [{ label: 'Email', value: <a href={`mailto:${email}`}>{email}</a> }] : []),
        ]}
      />
    </Card>
  )
}
