import { useState } from 'react'
import { Saved } from './Saved'
import classes from './Saved.module.css'

/** For a card whose form begins anew after each save, under the notice that says so until the next change. */
export function useSaved(more?: string) {
  const [saves, setSaves] = useState(0)
  const [told, setTold] = useState(false)
  return {
    /** How often it was saved: the key of the form. */
    saves,
    onSaved: () => {
      setSaves(saves + 1)
      setTold(true)
    },
    onInput: () => setTold(false),
    notice: told && (
      <div className={classes.above}>
        <Saved key={saves} more={more} onDismiss={() => setTold(false)} />
      </div>
    ),
  }
}
