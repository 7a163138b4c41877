import { createFileRoute } from '@tanstack/react-router'
import { AnimalsPage } from '@/features/recording/animals/AnimalsPage'
import { animalsRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/farms/$farmId_/lots/$lotId')({ ...animalsRoute, component: Animals })

function Animals() {
  const { farmId, lotId } = Route.useParams()
  const [{ correct }, change] = useChange(Route, { resetScroll: false })
  return (
    <AnimalsPage
      key={lotId}
      section="farms"
      farmId={farmId}
      of={{ lotId }}
      correct={correct}
      onCorrect={(number) => change({ correct: number })}
    />
  )
}
