import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { endView, type User } from '@/api'
import { Button } from '@/shared/ui/Button'
import classes from './ViewStrip.module.css'

/** On every page while staff look at a farm as its manager does: that they do, and the way back. */
export default function ViewStrip({ viewing: { farm, name } }: { viewing: NonNullable<User['viewing']> }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  // No load of the page, which would fail without a connection, and forget to tell the server.
  const end = () => {
    endView()
    queryClient.clear()
    void navigate({ to: '/farms/$farmId', params: { farmId: farm }, replace: true })
  }
  return (
    <section aria-label="View" className={classes.strip}>
      <p>
        You see <b>{name || 'this farm'}</b> as its manager does. Nothing can be changed.
      </p>
      <Button variant="plain" onClick={end}>
        End the view
      </Button>
    </section>
  )
}
