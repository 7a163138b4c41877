import { Suspense, useEffect } from 'react'
import type { Animals as Of } from '@/api'
import { AnimalsPage } from '@/features/recording/animals/AnimalsPage'
import type { FarmSection } from '@/shared/lib/farmPaths'
import { lazy } from '@/shared/ui/lazy'
import { Loading } from '@/shared/ui/Skeleton'

const AnimalCharts = lazy(() => import('./AnimalCharts'))

interface Search {
  correct?: string
  picture?: 'size' | 'lost'
  view?: 'table'
}

interface Props {
  section: FarmSection
  farmId: string
  of: Of
  search: Search
  onChange: (part: Partial<Search>) => void
}

/** The page of a lot or a group: where its journal meets the charts of reports. */
export function Animals({ section, farmId, of, search: { correct, picture, view }, onChange }: Props) {
  // Their code comes while the animals are asked for.
  useEffect(() => void AnimalCharts.ahead().catch(() => undefined), [])
  return (
    <AnimalsPage
      section={section}
      farmId={farmId}
      of={of}
      correct={correct}
      onCorrect={(number) => onChange({ correct: number })}
      charts={(farm, story, name) => (
        <Suspense fallback={<Loading height={480} shape="card" />}>
          <AnimalCharts farm={farm} story={story} name={name} picture={picture} view={view} onChange={onChange} />
        </Suspense>
      )}
    />
  )
}
