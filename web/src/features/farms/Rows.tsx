import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '@/shared/ui/Button'
import classes from './Form.module.css'

interface Props<K extends string, R> {
  title: string
  /** What one of them is called: 'certificate'. */
  noun: string
  rows: [K, R][]
  most: number
  children: (key: K, row: R) => ReactNode
  onAdd: () => void
  onRemove: (key: K) => void
}

/** A list of small forms that grows and shrinks. The focus follows: into a new row, and back to the button after a removal. */
export function Rows<K extends string, R>({ title, noun, rows, most, children, onAdd, onRemove }: Props<K, R>) {
  const list = useRef<HTMLFieldSetElement>(null)
  const wanted = useRef('')
  useEffect(() => {
    if (wanted.current) list.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = ''
  })
  const add = () => {
    wanted.current = 'li:last-child input'
    onAdd()
  }
  const remove = (key: K) => {
    wanted.current = '[data-act=add]'
    onRemove(key)
  }
  return (
    <fieldset ref={list} className={classes.list}>
      <legend>{title}</legend>
      <ol>
        {rows.map(([key, row], index) => (
          <li key={key} className={classes.row}>
            <fieldset className={classes.fields}>
              <legend className="visually-hidden">
                {noun} {index + 1}
              </legend>
              {children(key, row)}
            </fieldset>
            <Button variant="plain" aria-label={`Remove ${noun} ${index + 1}`} onClick={() => remove(key)}>
              Remove
            </Button>
          </li>
        ))}
      </ol>
      {rows.length < most && (
        <Button variant="plain" data-act="add" onClick={add}>
          Add {noun}
        </Button>
      )}
    </fieldset>
  )
}
