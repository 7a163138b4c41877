import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Farm, type FarmRecord, myUserQuery, useMay } from '@/api'
import { EditableCard } from '@/forms'
import type { FarmSection } from '@/shared/lib/farmPaths'
import { joined } from '@/shared/lib/joined'
import { dollarsOf } from '@/shared/lib/money'
import { isStaff } from '@/shared/lib/roles'
import { Facts } from '@/shared/ui/Facts'
import { lazy } from '@/shared/ui/lazy'
import classes from '@/shared/ui/Panels.module.css'
import { CountingPanel } from './counting/CountingPanel'
import { Leases } from './leases/Leases'
import { PublicPanel } from './public/PublicPanel'
import { KEPT_FARM } from './record/details'
import { DangerZone } from './removal/DangerZone'
import { ServicesPanel } from './tagging/ServicesPanel'
import { UsersPanel } from './UsersPanel'

const EditFarm = lazy(() => import('./record/EditFarm'))

/** The record (FARM-3), and then what else the form has. */
function factsOf(farm: Farm, section: FarmSection) {
  const address = joined(farm.address1, farm.address2, farm.city, farm.state, farm.zip, farm.country)
  return [
    { label: 'Name', value: farm.name },
    ...(farm.companyName ? [{ label: 'Company name', value: farm.companyName }] : []),
    { label: 'Owner', value: farm.owner ?? '' },
    { label: 'Email', value: farm.email ?? '' },
    { label: 'Address', value: address },
    { label: 'Type', value: farm.type?.toUpperCase() ?? '' },
    { label: 'Activities', value: joined(...(farm.activities ?? [])) },
    { label: 'Phone', value: farm.phone ?? '' },
    { label: 'Website', value: farm.website ?? '' },
    { label: 'Location', value: farm.location ?? '' },
    { label: 'Time zone', value: farm.timeZone ?? '' },
    ...(section === 'farms' && farm.setupFee ? [{ label: 'Setup fee', value: dollarsOf(farm.setupFee) }] : []),
    ...(section === 'farms' && farm.paperDiscount ? [{ label: 'Paper discount', value: 'Yes' }] : []),
  ]
}

interface Props {
  farm: FarmRecord
  section: FarmSection
  /** What was done to the farm, for those who may know. */
  history?: ReactNode
}

/** The record of a farm, which its own people and the console edit. */
export function FarmInfo({ farm, section, history }: Props) {
  const staff = section === 'farms'
  const keeps = useMay('change')
  const me = useQuery(myUserQuery).data
  return (
    <div className={classes.panels}>
      <EditableCard
        title="Farm Information"
        kept={KEPT_FARM}
        form={keeps ? (props) => <EditFarm farm={farm} own={!staff} {...props} /> : undefined}
      >
        <Facts facts={factsOf(farm, section)} />
      </EditableCard>
      <div className={classes.side}>
        <ServicesPanel farm={farm} section={section} />
        {farm.may !== 'record' && <CountingPanel farmId={farm._id} />}
        {staff && me && isStaff(me) && <UsersPanel users={farm.users} />}
      </div>
      <div className={classes.wide}>
        <Leases farm={farm} />
      </div>
      <div className={classes.wide}>
        <PublicPanel farm={farm} />
      </div>
      {history && <div className={classes.wide}>{history}</div>}
      {staff && keeps && (
        <div className={classes.wide}>
          <DangerZone farm={farm} />
        </div>
      )}
    </div>
  )
}
