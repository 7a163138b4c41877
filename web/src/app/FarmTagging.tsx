import type { FarmRecord } from '@/api'
import { BillingPanel } from '@/features/billing'
import { ServicesPanel } from '@/features/farms'
import { Overview, PaperPanel } from '@/features/paper'
import type { FarmSection } from '@/shared/lib/farmPaths'

interface Props {
  farm: FarmRecord
  section: FarmSection
}

/** The tagging subscription of a farm (FARM-2, AFARM-4): where the features that make it meet. */
export default function FarmTagging({ farm, section }: Props) {
  const parts = {
    services: <ServicesPanel farm={farm} section={section} />,
    billing: <BillingPanel farmId={farm._id} section={section} />,
  }
  if (section === 'farms') return <PaperPanel farm={farm} {...parts} />
  return <Overview farm={farm} section={section} {...parts} />
}
