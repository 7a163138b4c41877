// biome-ignore-all lint/a11y/noRedundantRoles: a browser may take the implied roles away, see Table.
import type { ComponentProps } from 'react'
import classes from './Table.module.css'

interface Props extends ComponentProps<'table'> {
  /** On a phone each row is a card. */
  cards?: boolean
}

/** Its roles are spelled out, because a browser may drop them once `display` is no longer a table's. */
export function Table({ cards, className, ...props }: Props) {
  return <table role="table" className={cards ? `${classes.cards} ${className}` : className} {...props} />
}

export function TableHead(props: ComponentProps<'thead'>) {
  return <thead role="rowgroup" {...props} />
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody role="rowgroup" {...props} />
}

export function Row(props: ComponentProps<'tr'>) {
  return <tr role="row" {...props} />
}

export function ColumnHead(props: ComponentProps<'th'>) {
  return <th role="columnheader" scope="col" {...props} />
}

export function RowHead(props: ComponentProps<'th'>) {
  return <th role="rowheader" scope="row" {...props} />
}

export function Cell(props: ComponentProps<'td'>) {
  return <td role="cell" {...props} />
}
