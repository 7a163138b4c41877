import classes from './Skeleton.module.css'

interface Props {
  width?: number | string
  height: number | string
  /** The corners of what will stand here. */
  shape?: 'line' | 'control' | 'card'
}

/** The place of something that is on its way. Whoever shows it says in words that it loads. */
export function Skeleton({ width = '100%', height, shape = 'line' }: Props) {
  return <div className={classes.skeleton} data-shape={shape} style={{ width, height }} aria-hidden="true" />
}
