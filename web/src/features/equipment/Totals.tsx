import type { Equipment } from '@/api'
import { exact, short } from '@/shared/lib/numbers'
import classes from './Equipment.module.css'

/** The two numbers of the report, large. */
export function Totals({ equipment: { total, unused } }: { equipment: Equipment }) {
  return (
    <dl className={classes.totals}>
      <Total name="Containers in Use" value={total} />
      <Total name="Unused spots" value={unused} />
    </dl>
  )
}

function Total({ name, value }: { name: string; value: number }) {
  return (
    <div className={classes.total}>
      <dt>{name}</dt>
      <dd>
        <span aria-hidden="true">{short(value)}</span>
        <span className="visually-hidden">{exact(value)}</span>
      </dd>
    </div>
  )
}
