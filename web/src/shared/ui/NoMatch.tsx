import { Button } from './Button'
import { EmptyState } from './EmptyState'

interface Props {
  /** What is searched, of one and of many. */
  one: string
  many: string
  /** The words that it was searched for. */
  asked: string
  onAll: () => void
}

/** A search by name that found nothing. */
export function NoMatch({ one, many, asked, onAll }: Props) {
  return (
    <EmptyState drawing="shell" title={`No ${one} matches “${asked}”.`}>
      <p>Check the spelling, search for part of the name, or show them all.</p>
      <Button variant="plain" onClick={onAll}>
        Show all {many}
      </Button>
    </EmptyState>
  )
}
