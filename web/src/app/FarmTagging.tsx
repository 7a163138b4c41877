import type { FarmRecord } from '@/api'
import { ServicesPanel } from '@/features/farms'
import { ShippingPanel } from '@/features/paper'
import type { FarmSection } from '@/shared/lib/farmPaths'
import classes from '@/shared/ui/Panels.module.css'

/** The tagging service of a farm, and where what it needs is sent (FARM-2, AFARM-4). */
export default function FarmTagging({ farm, section }: { farm: FarmRecord; section: FarmSection }) {
  return (
    <div className={classes.panels}>
      <ShippingPanel farm={farm} />
      <div className={classes.side}>
        <ServicesPanel farm={farm} section={section} />
      </div>
    </div>
  )
}
