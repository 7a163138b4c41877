import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FarmRecord, farmQuery, offerQuery, type TaggingOffer } from '@/api'
import { DETAIL_PATH } from '@/shared/lib/farmPaths'
import { PRODUCT } from '@/shared/lib/product'
import { Card } from '@/shared/ui/Card'
import { Failure } from '@/shared/ui/Failure'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import panels from '@/shared/ui/Panels.module.css'
import { Loading } from '@/shared/ui/Skeleton'
import { AskCard } from './AskCard'
import { ContactCard } from './ContactCard'
import { CostCard, PriceCards } from './CostCards'
import classes from './Offer.module.css'

/** What a farm without tagging is told of it: what it is, what it costs here, whom to call, and a way to ask. */
export function OfferPage({ farmId }: { farmId: string }) {
  const farm = useQuery(farmQuery(farmId))
  const offer = useQuery({ ...offerQuery(farmId), enabled: farm.data?.taggingActive === false })
  const failed = [farm, offer].find(({ isError, data }) => isError && !data)
  return (
    <>
      <FarmHeading section="manage" farmId={farmId} farmName={farm.data?.name ?? ''} title="Get tagging" />
      {failed && <Failure query={failed} />}
      {!failed && farm.data && farm.data.taggingActive !== false && <Begun farm={farm.data} />}
      {!failed && !farm.data && <Loading height={320} shape="card" />}
      {!failed && farm.data?.taggingActive === false && <Loaded farm={farm.data} offer={offer.data} />}
    </>
  )
}

function Begun({ farm: { _id, taggingActive } }: { farm: FarmRecord }) {
  return (
    <Card>
      <p>
        {taggingActive === 'pending'
          ? 'Tagging is set up for this farm: its setup invoice waits to be paid.'
          : 'This farm has tagging.'}{' '}
        <Link to={DETAIL_PATH.manage} params={{ farmId: _id }} search={{ tab: 'tagging' }}>
          Tagging Subscription
        </Link>
      </p>
    </Card>
  )
}

function Loaded({ farm, offer }: { farm: FarmRecord; offer?: TaggingOffer }) {
  return (
    <div className={panels.panels}>
      <div className={panels.side}>
        <Card title="What it is">
          <div className={classes.words}>
            <p>
              A tag goes on each bag or box that leaves the farm. Its code opens a public page: where and when the
              animals were harvested, by whom, and whether they are recalled. You can make tags in {PRODUCT} already,
              and print their labels on paper of your own.
            </p>
            <p>
              With tagging, the printers and the paper come from us. {PRODUCT} counts what you print, reminds you by
              email when half of the paper is left, and sends and bills the next rolls when a quarter is left. That can
              be switched off, or stopped for a while.
            </p>
          </div>
        </Card>
        {offer ? <CostCard offer={offer} /> : <Loading height={160} shape="card" />}
      </div>
      <div className={panels.side}>
        <AskCard farm={farm} />
        {offer && <ContactCard contact={offer.contact} />}
      </div>
      {offer && (
        <div className={`${panels.wide} ${panels.side}`}>
          <PriceCards offer={offer} />
        </div>
      )}
    </div>
  )
}
