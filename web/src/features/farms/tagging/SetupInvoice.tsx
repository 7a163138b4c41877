import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Farm, farmQuery } from '@/api'
import { PRODUCT } from '@/shared/lib/product'
import { Card } from '@/shared/ui/Card'
import { Facts } from '@/shared/ui/Facts'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import { Notice } from '@/shared/ui/Notice'
import { Skeleton } from '@/shared/ui/Skeleton'
import classes from '../FarmInfo.module.css'
import { FarmTrouble } from '../FarmTrouble'

/** The invoice that a tagging subscription begins with. Where no payment provider is set up, it is paid by hand. */
export function SetupInvoice({ farmId, invoice }: { farmId: string; invoice: string }) {
  const farm = useQuery(farmQuery(farmId))
  return (
    <>
      <FarmHeading section="manage" farmId={farmId} farmName={farm.data?.name ?? ''} title="Set-up invoice" />
      {farm.data && <Invoice farm={farm.data} invoice={invoice} />}
      {farm.isPending && (
        <div role="status">
          <span className="visually-hidden">Loading...</span>
          <Skeleton height={200} shape="card" />
        </div>
      )}
      {farm.isError && !farm.data && (
        <FarmTrouble section="manage" error={farm.error} onRetry={() => farm.refetch()} retrying={farm.isFetching} />
      )}
    </>
  )
}

function Invoice({ farm, invoice }: { farm: Farm; invoice: string }) {
  if (invoice !== farm.taggingSetupInvoice) {
    return (
      <Card>
        <p>This farm has no such invoice.</p>
        <Link to="/manage/$farmId" params={{ farmId: farm._id }}>
          Go Back
        </Link>
      </Card>
    )
  }
  const due = farm.taggingActive === 'pending'
  return (
    <Card title="Tagging subscription">
      <Facts
        facts={[
          { label: 'Farm', value: farm.name },
          { label: 'Invoice', value: invoice },
          { label: 'State', value: due ? 'Waiting for payment' : 'Settled' },
        ]}
      />
      {due && (
        <div className={classes.reminder}>
          <Notice kind="info">
            Payment by card is not switched on here. Please ask {PRODUCT} how to pay; the subscription begins when this
            invoice is paid.
          </Notice>
        </div>
      )}
    </Card>
  )
}
