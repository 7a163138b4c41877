import type { ComponentProps } from 'react'
import { type Strength, strengthOf } from '@/shared/lib/passwords'
import { PasswordField } from './Field'
import classes from './PasswordMeter.module.css'

interface Props extends Omit<ComponentProps<typeof PasswordField>, 'hint' | 'value' | 'meter'> {
  value: string
  /** The fewest characters that the server accepts; without it there is no advice. */
  min: number | undefined
  /** Names that a stranger would try first. */
  own?: readonly string[]
}

/** A new password, with advice on it as it is typed. */
export function NewPassword({ min, own, ...field }: Props) {
  if (min === undefined) return <PasswordField autoComplete="new-password" {...field} />
  const { level, words } = strengthOf(field.value, min, own)
  const meter = field.value && <PasswordMeter level={level} />
  return <PasswordField autoComplete="new-password" {...field} hint={words} meter={meter} />
}

const PARTS = [1, 2, 3]

/** The strength of a password as a line in three parts. The words are in the field's hint. */
function PasswordMeter({ level }: Pick<Strength, 'level'>) {
  return (
    <span className={classes.meter} data-level={level} aria-hidden="true">
      {PARTS.map((part) => (
        <span key={part} className={classes.part} data-on={part <= level || undefined} />
      ))}
    </span>
  )
}
