import { endView, type User } from '@/api'
import { Button } from '@/shared/ui/Button'
import classes from './ViewStrip.module.css'

/** On every page while staff look at a farm as its manager does: that they do, and the way back. */
export default function ViewStrip({ viewing: { farm, name } }: { viewing: NonNullable<User['viewing']> }) {
  const end = () => {
    endView()
    window.location.assign(`/farms/${farm}`)
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
