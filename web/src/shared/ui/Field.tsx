import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import classes from './Field.module.css'
import button from './IconButton.module.css'

export interface FrameProps {
  label: string
  /** What is wrong with the value; shown beside the input and read out with it. */
  error?: ReactNode
  hint?: ReactNode
}

interface Wiring {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label, input, hint and error, tied together for assistive technology. */
export function Frame({ label, error, hint, children }: FrameProps & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const noteId = `${id}-note`
  const wiring: Wiring = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || hint ? noteId : undefined,
  }
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {children(wiring)}
      {(error || hint) && (
        <p id={noteId} className={error ? classes.error : classes.hint} role={error ? undefined : 'status'}>
          {error || hint}
        </p>
      )}
    </div>
  )
}

export function Field({ label, error, hint, ...input }: FrameProps & Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <Frame label={label} error={error} hint={hint}>
      {(wiring) => <input {...input} {...wiring} className={classes.input} />}
    </Frame>
  )
}

interface PasswordProps extends FrameProps, Omit<ComponentProps<'input'>, 'className'> {
  /** A drawing of how strong it is. */
  meter?: ReactNode
}

/** A password that can be shown, which saves many a second try on a phone. */
export function PasswordField({ label, error, hint, meter, ...input }: PasswordProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? IconEyeOff : IconEye
  return (
    <Frame label={label} error={error} hint={hint}>
      {(wiring) => (
        <>
          <span className={classes.withButton}>
            <input
              autoCapitalize="none"
              spellCheck={false}
              {...input}
              {...wiring}
              type={shown ? 'text' : 'password'}
              className={classes.input}
            />
            <button
              type="button"
              className={button.inset}
              aria-label={shown ? 'Hide what is typed' : 'Show what is typed'}
              onClick={() => setShown(!shown)}
            >
              <Icon size={20} aria-hidden />
            </button>
          </span>
          {meter}
        </>
      )}
    </Frame>
  )
}
