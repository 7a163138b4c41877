import { useState } from 'react'
import type { FarmRecord, Printer } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Notice } from '@/shared/ui/Notice'
import { paperName, printerRolls } from '../shared/names'
import { AddPrinter } from './AddPrinter'
import { type Refill, settled } from './rules'
import classes from './Subscription.module.css'

interface Props {
  farm: FarmRecord
  printers: Printer[]
  refill: Refill
  error?: string
  onChange: (printers: Printer[], refill: Refill) => void
}

/** The printers of a subscription, to add and remove; the refills follow (PAPER-3, PAPER-4). */
export function Printers({ farm, printers, refill, error, onChange }: Props) {
  const [said, setSaid] = useState('')
  const active = farm.taggingActive === true
  const change = (next: Printer[], words: string, added?: Printer) => {
    setSaid(words)
    onChange(next, settled(farm, next, refill, added))
  }
  const removed = farm.printers.filter(({ _id }) => active && !printers.some((one) => one._id === _id))
  return (
    <fieldset className={classes.part}>
      <legend>Printers</legend>
      {active && (
        <Notice kind="info">
          Printers that are removed are not refunded. Printers that are added are charged automatically.
        </Notice>
      )}
      {error && (
        <p role="alert" data-problem tabIndex={-1} className={classes.problem}>
          {error}
        </p>
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {printers.length > 0 && (
        <ul aria-label="Chosen printers" className={classes.printers}>
          {printers.map((printer) => (
            <li key={printer._id}>
              <span>
                <b>{printer.name}</b> <span className={classes.muted}>{paperName(printer.type)}</span>
                <span className={classes.detail}>
                  {printerRolls(printer)}
                  {active && !farm.printers.some(({ _id }) => _id === printer._id) && '. New: charged when you save.'}
                </span>
              </span>
              <Button
                variant="plain"
                aria-label={`Remove ${printer.name}`}
                onClick={() =>
                  change(
                    printers.filter((one) => one !== printer),
                    `${printer.name} removed.`,
                  )
                }
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {removed.length > 0 && (
        <p className={classes.muted}>
          Removed when you save, and not refunded: {removed.map(({ name }) => name).join(', ')}.
        </p>
      )}
      <AddPrinter farm={farm} onAdd={(printer) => change([...printers, printer], `${printer.name} added.`, printer)} />
    </fieldset>
  )
}
