import { createFileRoute } from '@tanstack/react-router'
import { AnimalsPage } from '@/features/recording/animals/AnimalsPage'
import { animalsRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/farms/$farmId_/groups/$groupId')({ ...animalsRoute, component: Animals })

function Animals() {
  const { farmId, groupId } = Route.useParams()
  const [{ correct }, change] = useChange(Route, { resetScroll: false })
  return (
    <AnimalsPage
      key={groupId}
      section="farms"
      farmId={farmId}
      of={{ groupId }}
      correct={correct}
      onCorrect={(number) => change({ correct: number })}
    />
  )
}
