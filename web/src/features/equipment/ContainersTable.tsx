import { exact } from '@/shared/lib/numbers'
import classes from './Equipment.module.css'
import type { Kind } from './model'

/** Each container type with its count; the bar beside it only repeats the number. */
export function ContainersTable({ kinds }: { kinds: readonly Kind[] }) {
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">Containers in use by type</caption>
      <thead>
        <tr>
          <th scope="col">Container type</th>
          <th scope="col">Count in use</th>
        </tr>
      </thead>
      <tbody>
        {kinds.map(({ type, count, share }) => (
          <tr key={type}>
            <th scope="row">
              {type}
              <svg className={classes.share} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                <rect className={classes.whole} width="100" height="6" />
                <rect className={classes.part} width={share * 100} height="6" />
              </svg>
            </th>
            <td>{exact(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
