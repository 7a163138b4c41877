import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { cardPage, errorMessage, removeCard, type Standing, standingQuery, useMay } from '@/api'
import { type FarmSection, INVOICES_PATH } from '@/shared/lib/farmPaths'
import { dollarsOf } from '@/shared/lib/money'
import { counted } from '@/shared/lib/numbers'
import { AskFirst } from '@/shared/ui/AskFirst'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Facts } from '@/shared/ui/Facts'
import { Failure } from '@/shared/ui/Failure'
import { Notice } from '@/shared/ui/Notice'
import { Saved } from '@/shared/ui/Saved'
import { Loading } from '@/shared/ui/Skeleton'
import classes from './Billing.module.css'
import { cardBefore, forgetCard, rememberCard } from './paying'

interface Props {
  farmId: string
  section: FarmSection
}

const LOOK_AGAIN_MS = 2_000
const GIVE_UP_MS = 60_000

/** How the farm stands. After a return from changing the card it is asked for again, for up to a minute, until the new card is known. */
function useStanding(farmId: string) {
  const [before, setBefore] = useState(() => cardBefore(farmId))
  const standing = useQuery({
    ...standingQuery(farmId),
    refetchInterval: ({ state }) => before !== null && state.data?.card === before && LOOK_AGAIN_MS,
  })
  const waiting = before !== null && standing.data?.card === before
  const known = standing.data !== undefined && !waiting
  useEffect(() => {
    if (known) forgetCard(farmId)
    if (!waiting) return
    const giveUp = setTimeout(() => setBefore(null), GIVE_UP_MS)
    return () => clearTimeout(giveUp)
  }, [farmId, known, waiting])
  return { standing, waiting }
}

/** How a farm stands: what is owed, and the card that is charged. */
export function BillingPanel({ farmId, section }: Props) {
  const { standing, waiting } = useStanding(farmId)
  const may = useMay('change')
  return (
    <Card
      title="Billing"
      action={
        <Link to={INVOICES_PATH[section]} params={{ farmId }}>
          All invoices
        </Link>
      }
    >
      {standing.isPending && <Loading height={96} />}
      {standing.isError && !standing.data && <Failure query={standing} />}
      {standing.data && (
        <>
          <Facts facts={factsOf(standing.data)} />
          {standing.data.provider === 'stripe' && section === 'manage' && may && (
            <>
              {waiting && (
                <Notice kind="info">
                  <span role="status">A card that you have just saved will appear here within a minute.</span>
                </Notice>
              )}
              <SavedCard farmId={farmId} card={standing.data.card} />
            </>
          )}
        </>
      )}
    </Card>
  )
}

function factsOf({ provider, card, open, owed }: Standing) {
  return [
    {
      label: 'To be paid',
      value: open > 0 ? `${dollarsOf(owed)} for ${counted(open, 'invoice')}` : 'Nothing',
    },
    { label: 'Paid by', value: provider === 'stripe' ? card || 'No card saved yet' : 'Invoice, due in 30 days' },
  ]
}

/** The provider keeps the card, and has the page where it is entered. */
function SavedCard({ farmId, card }: { farmId: string; card: string }) {
  const client = useQueryClient()
  const [removed, setRemoved] = useState(false)
  const change = useMutation({
    mutationFn: () => cardPage(farmId),
    onSuccess: ({ url }) => {
      rememberCard(farmId, card)
      window.location.assign(url)
    },
  })
  const remove = useMutation({
    mutationFn: () => removeCard(farmId),
    onSuccess: (standing) => {
      client.setQueryData(standingQuery(farmId).queryKey, standing)
      setRemoved(true)
    },
  })
  return (
    <div className={classes.actions}>
      {removed && <Saved onDismiss={() => setRemoved(false)}>Your card has been removed.</Saved>}
      {change.isError && <Notice kind="error">{errorMessage(change.error)}</Notice>}
      <div className={classes.buttons}>
        <Button variant="plain" loading={change.isPending || change.isSuccess} onClick={() => change.mutate()}>
          {card ? 'Change card' : 'Save a card'}
        </Button>
        {card && (
          <AskFirst label="Remove card" action="Remove card" work={remove}>
            {card} will be removed. Refills can then no longer be charged, and are not sent until they are paid.
          </AskFirst>
        )}
      </div>
    </div>
  )
}
