import type { ComponentProps } from 'react'
import { strengthOf } from '@/shared/lib/passwords'
import { PasswordField } from './Field'
import { PasswordMeter } from './PasswordMeter'

interface Props extends Omit<ComponentProps<typeof PasswordField>, 'hint' | 'value' | 'meter'> {
  value: string
  /** The fewest characters that the server takes; without it there is no advice. */
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
