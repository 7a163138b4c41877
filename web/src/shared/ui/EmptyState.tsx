import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

const DRAWINGS = {
  /** An open shell with nothing in it. */
  shell: 'M8 40c6 10 42 10 48 0M8 40c2-16 14-28 24-28s22 12 24 28M32 12v33M21 16l4 28M43 16l-4 28',
  /** A line over calm water. */
  water: 'M6 20h52M14 20v8M26 20v8M38 20v8M50 20v8M6 42c5-4 8-4 13 0s8 4 13 0 8-4 13 0 8 4 13 0',
}

interface Props {
  drawing: keyof typeof DRAWINGS
  title: string
  children: ReactNode
}

/** For when there is nothing to show: why, and the next step. */
export function EmptyState({ drawing, title, children }: Props) {
  return (
    <div className={classes.empty}>
      <svg
        viewBox="0 0 64 56"
        width="80"
        height="70"
        fill="none"
        strokeWidth="1.5"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d={DRAWINGS[drawing]} />
      </svg>
      <p className={classes.title}>{title}</p>
      <div className={classes.text}>{children}</div>
    </div>
  )
}
