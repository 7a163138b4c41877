import { Fragment, type ReactNode, useState } from 'react'
import { Card } from '@/shared/ui/Card'
import { Saved } from '@/shared/ui/Saved'
import classes from './FormCard.module.css'

interface Props {
  title: string
  /** What else a person should know once it is saved. */
  more?: string
  /** The form; it calls this once it is saved. */
  children: (onSaved: () => void) => ReactNode
}

/** A card whose form starts afresh after each save, below a notice that stays until the next change. */
export function FormCard({ title, more, children }: Props) {
  const [saves, setSaves] = useState(0)
  const [told, setTold] = useState(false)
  const saved = () => {
    setSaves(saves + 1)
    setTold(true)
  }
  return (
    <Card title={title} onInput={() => setTold(false)}>
      {told && (
        <div className={classes.above}>
          <Saved key={saves} more={more} onDismiss={() => setTold(false)} />
        </div>
      )}
      <Fragment key={`form ${saves}`}>{children(saved)}</Fragment>
    </Card>
  )
}
