import type { Farm } from '@/api'
import type { FarmSection } from '@/shared/lib/farmPaths'
import classes from '../FarmInfo.module.css'
import { ServicesPanel } from './ServicesPanel'
import { ShippingPanel } from './ShippingPanel'

/** The tagging service of a farm, and where what it needs is sent (FARM-2, AFARM-4). */
export default function TaggingTab({ farm, section }: { farm: Farm; section: FarmSection }) {
  return (
    <div className={classes.panels}>
      <ShippingPanel farm={farm} />
      <div className={classes.side}>
        <ServicesPanel farm={farm} section={section} />
      </div>
    </div>
  )
}
