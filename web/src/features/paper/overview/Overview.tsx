import type { ReactNode } from 'react'
import type { FarmRecord } from '@/api'
import type { FarmSection } from '@/shared/lib/farmPaths'
import { dollarsOf } from '@/shared/lib/money'
import { Card } from '@/shared/ui/Card'
import { Facts } from '@/shared/ui/Facts'
import { Notice } from '@/shared/ui/Notice'
import classes from '@/shared/ui/Panels.module.css'
import { CustomRolls } from '../shared/CustomRolls'
import { Holds } from '../shared/Holds'
import { NextShipments } from '../shared/NextShipments'
import paper from '../shared/Paper.module.css'
import { PrintersTable } from '../shared/PrintersTable'
import { Shipments } from '../shared/Shipments'
import { StockTable } from '../shared/StockTable'
import { ShippingPanel } from '../shipping/ShippingPanel'

interface Props {
  farm: FarmRecord
  section: FarmSection
  /** The state of the service and of billing, which other features show. */
  services: ReactNode
  billing: ReactNode
}

/** The tagging subscription of a farm, for its managers (SUB-1 to SUB-10). */
export function Overview({ farm, section, services, billing }: Props) {
  return (
    <div className={classes.panels}>
      <div className={classes.side}>
        {services}
        <Settings farm={farm} />
        <Holds farm={farm} />
        <StockTable farm={farm} />
        <CustomRolls farm={farm} />
      </div>
      <div className={classes.side}>
        {billing}
        <PrintersTable farm={farm} />
        <ShippingPanel farm={farm} />
      </div>
      <div className={`${classes.wide} ${classes.side}`}>
        <NextShipments farm={farm} section={section} />
        <Shipments farm={farm} section={section} />
      </div>
    </div>
  )
}

function Settings({ farm }: { farm: FarmRecord }) {
  return (
    <Card title="Subscription">
      {farm.taggingActive === 'pending' && (
        <Notice kind="info">
          The subscription begins when its setup invoice of {dollarsOf(farm.taggingInvoiceAmount)} is paid.
        </Notice>
      )}
      <Facts facts={[{ label: 'Paper size', value: farm.paperSize || '7"' }]} />
      <p className={paper.apart}>
        {farm.stopAutoReplenishment ? 'Auto Replenishment is currently disabled.' : 'Auto Replenishment is enabled.'}
      </p>
    </Card>
  )
}
