import classes from './Prices.module.css'

/** What changes in a price list, figure by figure. */
export function Changes({ changes }: { changes: string[] }) {
  return (
    <ul className={classes.changes}>
      {changes.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  )
}
