import type { Grid } from './figure'
import classes from './NumbersTable.module.css'
import { inTable } from './units'

interface Props {
  caption: string
  grid: Grid
}

/** The numbers. On a phone each row becomes a card, with its column names beside the numbers. */
export function NumbersTable({ caption, grid: { head, units, rows } }: Props) {
  const [first, ...columns] = head
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label={caption}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two series may share a label; their order is fixed.
              <th key={index} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, numbers }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {numbers.map((number, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as the columns.
                <td key={index} data-label={columns[index]}>
                  {inTable(number, units[index] ?? 'animals')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
