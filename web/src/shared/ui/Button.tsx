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

/** As long as a browser takes for a double click. */
const AGAIN_MS = 500

/** The button that sent something last, until the person does something else. */
let last: { button: Element; at: number } | null = null
const other = ({ target }: Event) => {
  if (!last?.button.contains(target as Node)) last = null
}
for (const deed of ['pointerdown', 'input']) document.addEventListener(deed, other, true)

/** Whether the button is pressed once more, and nothing was done in between. Enter is a click that browsers do not count. */
function isAgain(button: Element, clicks: number): boolean {
  const at = performance.now()
  const again = clicks > 1 || (clicks === 0 && last?.button === button && at - last.at < AGAIN_MS)
  last = { button, at }
  return again
}

/**
 * A button that sends sends once: a double click, Enter twice or held down ask for nothing
 * more, even where the screen is too slow to show that work is going on. What the first
 * press sent may be done by the second, and the form empty again. Enter in an input of a form
 * presses its button, so this guards forms as well.
 */
export function Button({ variant, wide, loading, icon, disabled, children, type = 'button', onClick, ...rest }: Props) {
  const sends = type === 'submit' || loading !== undefined
  return (
    <button
      {...rest}
      type={type}
      onClick={(event) => {
        if (sends && isAgain(event.currentTarget, event.detail)) event.preventDefault()
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
