import { IconChevronDown, IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import classes from './Field.module.css'
import button from './IconButton.module.css'

interface FrameProps {
  label: string
  /** What is wrong with the value, beside the input and read with it. */
  error?: ReactNode
  hint?: ReactNode
}

interface Wiring {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label, input, hint and error, wired for everyone. */
function Frame({ label, error, hint, children }: FrameProps & { children: (wiring: Wiring) => ReactNode }) {
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
  /** How good it is, drawn. */
  meter?: ReactNode
}

/** A password that can be looked at, which spares many a second try on a phone. */
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

/** A text that takes no more than its maximum, and says so when it is reached (AFARM-9). */
export function LimitedField({
  value,
  maxLength,
  hint,
  ...rest
}: ComponentProps<typeof Field> & { value: string; maxLength: number }) {
  return <Field {...rest} value={value} maxLength={maxLength} hint={reached(value, maxLength) ?? hint} />
}

/** As LimitedField, for a text of several lines. */
export function LimitedArea({
  label,
  error,
  value,
  maxLength,
  ...area
}: FrameProps & Omit<ComponentProps<'textarea'>, 'className'> & { value: string; maxLength: number }) {
  return (
    <Frame label={label} error={error} hint={reached(value, maxLength)}>
      {(wiring) => (
        <textarea rows={3} {...area} {...wiring} value={value} maxLength={maxLength} className={classes.area} />
      )}
    </Frame>
  )
}

function reached(value: string, maxLength: number): string | undefined {
  return value.length >= maxLength ? 'Max length reached' : undefined
}

interface SelectProps extends FrameProps, Omit<ComponentProps<'select'>, 'className'> {
  choices: readonly { value: string; label: string }[]
  /** Further choices under a name of their own. */
  more?: { label: string; values: readonly string[] }
}

export function SelectField({ label, error, hint, choices, more, ...select }: SelectProps) {
  return (
    <Frame label={label} error={error} hint={hint}>
      {(wiring) => (
        <span className={classes.withButton}>
          <select {...select} {...wiring} className={classes.input}>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
            {more && (
              <optgroup label={more.label}>
                {more.values.map((value) => (
                  <option key={value}>{value}</option>
                ))}
              </optgroup>
            )}
          </select>
          <IconChevronDown size={18} aria-hidden className={classes.caret} />
        </span>
      )}
    </Frame>
  )
}
