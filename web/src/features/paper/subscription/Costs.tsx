import { useEffect } from 'react'
import { type Quote, quoteQuery, useAnswers } from '@/api'
import { Card } from '@/shared/ui/Card'
import { CostLines } from '@/shared/ui/CostLines'
import { Failure } from '@/shared/ui/Failure'
import { Skeleton } from '@/shared/ui/Skeleton'

interface Props {
  farmId: string
  /** Null while what is typed makes no valid question. */
  quote: Quote | null
  active: boolean
}

/** What the choices cost, worked out by the server: asked again with every choice, and only the answer to the latest counts (PAPER-8). */
export function Costs({ farmId, quote, active }: Props) {
  const { data, error, stale, isFetching, refetch } = useAnswers({
    ...quoteQuery(farmId, quote ?? { printers: [] }),
    enabled: quote !== null,
  })
  useEffect(() => {
    if (error) console.warn('the costs could not be asked for', error)
  }, [error])
  return (
    <Card title="Costs">
      <div aria-busy={stale} role="status">
        {quote === null ? (
          <p>The costs cannot be shown right now.</p>
        ) : error ? (
          <Failure query={{ error, isFetching, refetch }} lead="The costs cannot be shown right now." />
        ) : data === undefined ? (
          <>
            <span className="visually-hidden">Loading...</span>
            <Skeleton height={120} />
          </>
        ) : data.length === 0 ? (
          <p>{active ? 'Nothing was added, so nothing is charged.' : 'Nothing is charged.'}</p>
        ) : (
          <CostLines lines={data.map(({ description, cost }) => ({ description, cents: cost }))} />
        )}
      </div>
    </Card>
  )
}
