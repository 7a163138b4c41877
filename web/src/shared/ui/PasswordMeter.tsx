import type { Strength } from '@/shared/lib/passwords'
import classes from './PasswordMeter.module.css'

const PARTS = [1, 2, 3]

/** The strength of a password as three parts of a line. The words are in the field's hint. */
export function PasswordMeter({ level }: Pick<Strength, 'level'>) {
  return (
    <span className={classes.meter} data-level={level} aria-hidden="true">
      {PARTS.map((part) => (
        <span key={part} className={classes.part} data-on={part <= level || undefined} />
      ))}
    </span>
  )
}
