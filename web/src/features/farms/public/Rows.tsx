import { type ReactNode, useEffect, useRef } from 'react'
import { limits } from '@/api'
import { Button } from '@/shared/ui/Button'
import fields from '@/shared/ui/Fields.module.css'
import classes from '../record/Form.module.css'

interface Props {
  title: string
  /** What one of them is called: 'certificate'. */
  noun: string
  rows: { fields: readonly { id: string }[]; remove: (index: number) => void }
  children: (index: number) => ReactNode
  onAdd: () => void
}

/** A list of small forms that grows and shrinks. The focus follows: into a new row, and to the Add button after a removal. */
export function Rows({ title, noun, rows, children, onAdd }: Props) {
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
  const remove = (index: number) => {
    wanted.current = '[data-act=add]'
    rows.remove(index)
  }
  return (
    <fieldset ref={list} className={classes.list}>
      <legend>{title}</legend>
      <ol>
        {rows.fields.map(({ id }, index) => (
          <li key={id} className={classes.row}>
            <fieldset className={fields.fields}>
              <legend className="visually-hidden">
                {noun} {index + 1}
              </legend>
              {children(index)}
            </fieldset>
            <Button variant="plain" aria-label={`Remove ${noun} ${index + 1}`} onClick={() => remove(index)}>
              Remove
            </Button>
          </li>
        ))}
      </ol>
      {rows.fields.length < limits.farmRules.listed && (
        <Button variant="plain" data-act="add" onClick={add}>
          Add {noun}
        </Button>
      )}
    </fieldset>
  )
}
