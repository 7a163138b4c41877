import type { Farm } from '@/api'
import { Card } from '@/shared/ui/Card'
import { Facts } from '@/shared/ui/Facts'
import classes from './FarmInfo.module.css'
import { LeasesPanel } from './LeasesPanel'
import { joined } from './model'
import { ServicesPanel } from './ServicesPanel'

function factsOf(farm: Farm) {
  const address = joined(farm.address1, farm.address2, farm.city, farm.state, farm.zip, farm.country)
  return [
    { label: 'Name', value: farm.name },
    ...(farm.companyName ? [{ label: 'Company name', value: farm.companyName }] : []),
    { label: 'Owner', value: farm.owner ?? '' },
    { label: 'Email', value: farm.email ?? '' },
    { label: 'Address', value: address },
    { label: 'Type', value: farm.type?.toUpperCase() ?? '' },
  ]
}

export function FarmInfo({ farm }: { farm: Farm }) {
  return (
    <div className={classes.panels}>
      <Card title="Farm Information">
        <Facts facts={factsOf(farm)} />
      </Card>
      <ServicesPanel taggingActive={farm.taggingActive} />
      <div className={classes.wide}>
        <LeasesPanel leases={farm.leases} timeZone={farm.timeZone} />
      </div>
    </div>
  )
}
