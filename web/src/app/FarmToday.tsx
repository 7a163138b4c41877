import type { QueryClient } from '@tanstack/react-query'
import { dashboardQuery, type Farm, type Square, todayQuery } from '@/api'
import { Squares } from '@/features/dashboard'
import { notedPlace, notedTitle } from '@/features/recording'
import { figureOfSquare, reportOfSquare } from '@/features/reports'
import { Today } from '@/features/today'
import type { FarmSection } from '@/shared/lib/farmPaths'
import { ExplainedFigures } from './ExplainedFigures'

const toReport = (square: Square) => ({ tab: 'reports', ...reportOfSquare(square) })

interface Props {
  farm: Farm
  section: FarmSection
}

/** A farm's first page: where the features that make it meet. */
export default function FarmToday({ farm, section }: Props) {
  return (
    <Today
      farm={farm}
      section={section}
      squares={
        <ExplainedFigures farm={farm}>
          {(explain) => (
            <Squares farm={farm} toReport={toReport} onExplain={(square) => explain(figureOfSquare(square, ''))} />
          )}
        </ExplainedFigures>
      }
      words={{ title: notedTitle, place: notedPlace }}
    />
  )
}

/** Asks for what the page shows while its farm is still loading. */
export async function askToday(client: QueryClient, farmId: string): Promise<void> {
  await Promise.all([client.prefetchQuery(todayQuery(farmId)), client.prefetchQuery(dashboardQuery(farmId, 'All'))])
}
