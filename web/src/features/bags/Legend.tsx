import { exact } from '@/shared/lib/numbers'
import classes from './Bags.module.css'
import { sideOf } from './paint'
import { type Show, useShown } from './show'
import { className } from './words'

/** The size classes and their bags, largest first as on the lines. */
export function Legend({ show }: { show: Show }) {
  const counts = useShown(show, ({ said: { scenes }, book }) =>
    [
      ...book.classes.map((_, size) => scenes.reduce((sum, { classes: all }) => sum + (all[size] ?? 0), 0)),
      scenes.reduce((sum, { unused }) => sum + unused, 0),
    ].join(' '),
  ).split(' ')
  const sizes = show.book.classes.map((size, index) => ({
    ...size,
    name: className(size),
    count: Number(counts[index]),
  }))
  return (
    <ul className={classes.legend} aria-label="Bags by size">
      {sizes.reverse().map(({ label, name, step, count }) => (
        <li key={label} data-none={count === 0}>
          <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
            <Square side={sideOf(step)} colour={step === null ? 'var(--muted)' : `var(--size-${step})`} />
          </svg>
          {name} <b>{exact(count)}</b>
        </li>
      ))}
      <li>
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <rect x="0.5" y="0.5" width="11" height="11" className={classes.unused} />
        </svg>
        Unused <b>{exact(Number(counts.at(-1)))}</b>
      </li>
    </ul>
  )
}

function Square({ side, colour }: { side: number; colour: string }) {
  const at = (12 - side) / 2
  return <rect x={at} y={at} width={side} height={side} style={{ fill: colour }} />
}
