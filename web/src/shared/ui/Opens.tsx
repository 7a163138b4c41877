import type { ComponentProps } from 'react'
import classes from './Opens.module.css'

/** A number that opens to what makes it; without onClick it is a number alone. */
export function Opens({ className = '', children, onClick, ...props }: Omit<ComponentProps<'button'>, 'type'>) {
  if (!onClick) return children
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={`${classes.opens} ${className}`}
      onClick={onClick}
      {...props}
    >
      {children}
    </button>
  )
}
