import type { ReactNode } from 'react'
import classes from './Skeleton.module.css'

interface Props {
  width?: number | string
  height: number | string
  /** Has the corners of what will be here. */
  shape?: 'line' | 'control' | 'card'
}

interface PartsProps {
  words?: string
  className?: string
  children: ReactNode
}

/** Holds the place of something that is loading. What it stands in says so in words, as `LoadingParts` does. */
export function Skeleton({ width = '100%', height, shape = 'line' }: Props) {
  return <div className={classes.skeleton} data-shape={shape} style={{ width, height }} aria-hidden="true" />
}

/** The same, said in words too. */
export function Loading({ words, ...place }: Props & { words?: string }) {
  return (
    <LoadingParts words={words}>
      <Skeleton {...place} />
    </LoadingParts>
  )
}

/** Says in words that what several skeletons hold the place of is loading. */
export function LoadingParts({ words = 'Loading...', className, children }: PartsProps) {
  return (
    <div role="status" className={className}>
      <span className="visually-hidden">{words}</span>
      {children}
    </div>
  )
}
