import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Account, myUserQuery, permissionsEndpointQuery, unlinkFarm } from '@/api'
import { FormCard } from '@/forms'
import { seesFarms } from '@/shared/lib/roles'
import { Button } from '@/shared/ui/Button'
import { Confirm } from '@/shared/ui/Confirm'
import { AddFarm } from './AddFarm'
import type { Refusals } from './rights'
import classes from './Users.module.css'
import { useAccountCache } from './useAccountCache'

type FarmLink = Account['farms'][number]

/** The farms that the user is linked to (USR-3). */
export function FarmsCard({ account, refusals }: { account: Account; refusals: Refusals }) {
  const cache = useAccountCache(account._id)
  const me = useQuery(myUserQuery).data
  const opens = me !== undefined && seesFarms(me)
  const [leaving, setLeaving] = useState<FarmLink | null>(null)
  const unlink = useMutation({
    mutationFn: (farm: FarmLink) => unlinkFarm(account._id, farm.id),
    onSuccess: cache.keep,
  })
  const ask = (farm: FarmLink) => {
    unlink.reset()
    setLeaving(farm)
  }
  return (
    <FormCard title="Farms">
      {(onSaved) => (
        <>
          {refusals.farms && !refusals.all && <p className={classes.note}>{refusals.farms}</p>}
          {!refusals.farms && <AddFarm account={account} onAnswer={cache.keep} onSaved={onSaved} />}
          {account.farms.length === 0 && (
            <p className={classes.note}>
              Not linked to a farm yet.{!refusals.farms && ` Add the farms that ${account.username} works on.`}
            </p>
          )}
          <ul className={classes.rows}>
            {account.farms.map((farm) => (
              <li key={farm.id}>
                <span className={classes.what}>
                  {opens ? (
                    <Link to="/farms/$farmId" params={{ farmId: farm.id }}>
                      {farm.name}
                    </Link>
                  ) : (
                    farm.name
                  )}
                  <span className="quiet">{farm.permissions.join(', ')}</span>
                </span>
                <Button
                  variant="plain"
                  aria-label={`Remove ${farm.name}`}
                  disabled={refusals.farms !== null}
                  onClick={() => ask(farm)}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
          <PermissionsLink />
          <Confirm
            open={leaving !== null}
            action="Remove this farm"
            work={unlink}
            onConfirm={() =>
              leaving &&
              unlink.mutate(leaving, {
                onSuccess: () => {
                  setLeaving(null)
                  onSaved()
                },
              })
            }
            onClose={() => setLeaving(null)}
          >
            {account.username} will no longer see {leaving?.name}. The farm and everything recorded there stay.
          </Confirm>
        </>
      )}
    </FormCard>
  )
}

/** What a user may do on a farm is edited in the farms' own app. */
function PermissionsLink() {
  const { data: address } = useQuery(permissionsEndpointQuery)
  if (!address) return null
  return (
    <p className={classes.outside}>
      <a href={address} target="_blank" rel="noreferrer">
        Edit what people may do on each farm
      </a>{' '}
      <span className="quiet">(opens the farms' own app)</span>
    </p>
  )
}
