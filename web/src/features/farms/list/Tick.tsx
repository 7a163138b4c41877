import { IconCheck } from '@tabler/icons-react'
import classes from './Tick.module.css'

/** A sea-green tick; what it says is there in words for who does not see it. */
export function Tick({ label }: { label: string }) {
  return (
    <span className={classes.tick}>
      <IconCheck size={18} stroke={2.5} aria-hidden />
      <span className={classes.label}>{label}</span>
    </span>
  )
}
