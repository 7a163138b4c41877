import type { ComponentProps, ReactNode } from 'react'
import classes from './Button.module.css'

/** Danger is for what removes something for good; quiet has no frame, for use beside something that matters more. */
type Variant = 'primary' | 'plain' | 'quiet' | 'danger'

interface Look {
  variant?: Variant
  wide?: boolean
}

/** The look of a button, for links that act like one. */
export function buttonClass({ variant = 'primary', wide = false }: Look = {}): string {
  // By its global name the way around a farm knows that a page has a filled button of its own.
  return [classes.button, classes[variant], variant === 'primary' && 'filled', wide && classes.wide]
    .filter(Boolean)
    .join(' ')
}

interface Props extends Look, Omit<ComponentProps<'button'>, 'className' | 'onKeyDown'> {
  /** Cannot be pressed, and shows that work is going on; the label stays in place. */
  loading?: boolean
  icon?: ReactNode
}

/**
 * A button that sends sends once: a double click, or Enter held down, asks for nothing
 * more. What the first press sent may be done by the second, and the form empty again.
 */
export function Button({ variant, wide, loading, icon, disabled, children, type = 'button', onClick, ...rest }: Props) {
  const sends = type === 'submit' || loading !== undefined
  return (
    <button
      {...rest}
      type={type}
      onClick={(event) => {
        if (sends && event.detail > 1) event.preventDefault()
        else onClick?.(event)
      }}
      onKeyDown={(event) => sends && event.repeat && event.preventDefault()}
      className={buttonClass({ variant, wide })}
      disabled={disabled || loading}
      data-loading={loading || undefined}
    >
      {icon}
      {children}
    </button>
  )
}
