import type { Icon } from '@tabler/icons-react'
import { type Ref, useId, useRef } from 'react'
import classes from './Choices.module.css'

export interface Choice {
  value: string
  label: string
  /** What sets it apart from others with the same label. */
  detail?: string
  /** The number that belongs to it, at the end. */
  figure?: string
  icon?: Icon
  disabled?: boolean
  /** Takes up a whole row of tiles. */
  wide?: boolean
}

interface Props {
  legend: string
  name: string
  value: string
  choices: readonly Choice[]
  onChange: (value: string) => void
  /** One was pressed, or only passed with the keys that move from one to the next. */
  onPress?: (passing: boolean) => void
  /** Tiles side by side, or rows one below the other. */
  shape: 'tiles' | 'rows'
  error?: string
  ref?: Ref<HTMLDivElement>
}

/** One of several, each large enough for a wet thumb. */
export function Choices({ legend, name, value, choices, onChange, onPress, shape, error, ref }: Props) {
  const id = useId()
  const errorId = `${id}-error`
  const passing = useRef(false)
  return (
    <div
      ref={ref}
      role="radiogroup"
      tabIndex={-1}
      className={classes.group}
      aria-labelledby={id}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
      onKeyDown={({ key }) => {
        passing.current = key.startsWith('Arrow')
      }}
      onPointerDown={() => {
        passing.current = false
      }}
    >
      <h2 id={id} className={classes.legend}>
        {legend}
      </h2>
      <div className={classes.choices} data-shape={shape}>
        {choices.map((choice) => (
          <label key={choice.value} className={classes.choice} data-wide={choice.wide}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
              onClick={() => onPress?.(passing.current)}
              className={classes.input}
            />
            {choice.icon && <choice.icon size={22} aria-hidden />}
            <span className={classes.text}>
              <span className={classes.label}>{choice.label}</span>
              {choice.detail && <span className={classes.detail}>{choice.detail}</span>}
            </span>
            {choice.figure && <span className={classes.figure}>{choice.figure}</span>}
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
