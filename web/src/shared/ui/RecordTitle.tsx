import { Link, type LinkOptions } from '@tanstack/react-router'
import classes from './RecordTitle.module.css'
import { usePageTitle } from './usePageTitle'

interface Props {
  /** The list that the record is in. */
  list: string
  to: LinkOptions['to']
  /** The record's name; 'loading...' or 'Error' until there is one. */
  name: string
}

/** The name of a record after a link back to its list: 'Users / ann'. */
export function RecordTitle({ list, to, name }: Props) {
  usePageTitle(`${list} / ${name}`)
  return (
    <h1 className={classes.title}>
      <span className={classes.crumb}>
        <Link to={to}>{list}</Link> /{' '}
      </span>
      <span className={classes.name}>{name}</span>
    </h1>
  )
}
