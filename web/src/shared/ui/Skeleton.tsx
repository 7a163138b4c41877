import classes from './Skeleton.module.css'

interface Props {
  width?: number | string
  height: number | string
  /** Has the corners of what will be here. */
  shape?: 'line' | 'control' | 'card'
}

/** Holds the place of something that is loading. Whoever shows it also says so in words. */
export function Skeleton({ width = '100%', height, shape = 'line' }: Props) {
  return <div className={classes.skeleton} data-shape={shape} style={{ width, height }} aria-hidden="true" />
}

/** The same, said in words too. */
export function Loading({ words = 'Loading...', ...place }: Props & { words?: string }) {
  return (
    <div role="status">
      <span className="visually-hidden">{words}</span>
      <Skeleton {...place} />
    </div>
  )
}
