import { useRef } from 'react'
import { limits } from '@/api'
import type { Editing } from '@/forms'
import { Button } from '@/shared/ui/Button'
import { Check } from '@/shared/ui/Check'
import { Field } from '@/shared/ui/Field'
import fields from '@/shared/ui/Fields.module.css'
import { SelectField } from '@/shared/ui/FormFields'
import { paperName } from '../shared/names'
import classes from './Prices.module.css'
import { NEW_PRINTER, type TypedPrinter } from './printers'
import { PRINTER_COSTS } from './rows'

const TYPES = ['mobile', 'industrial'].map((type) => ({ value: type, label: paperName(type) }))

interface Props {
  printers: TypedPrinter[]
  field: (path: string) => ReturnType<Editing<never, never, never>['field']>
  error?: string
  onChange: (printers: TypedPrinter[]) => void
}

/** The printers in the catalogue: their prices, new printers, and those taken off sale (PAPER-2). */
export function EditPrinters({ printers, field, error, onChange }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const put = (at: number, part: Partial<TypedPrinter>) =>
    onChange(printers.map((one, index) => (index === at ? { ...one, ...part } : one)))
  return (
    <div ref={list} className={classes.printers}>
      {printers.map((printer, at) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a new one's name is still being typed.
          key={at}
          className={classes.group}
        >
          <legend>{printer.isNew ? 'New printer' : printer.name}</legend>
          {printer.isOff ? (
            <p className={classes.note}>No longer sold from that day. Farms that have it keep it.</p>
          ) : (
            <div className={fields.fields}>
              {printer.isNew && (
                <>
                  <Field {...field(`printers.${at}.name`)} label="Name" maxLength={limits.PrinterPrice.name} />
                  <SelectField {...field(`printers.${at}.type`)} label="Type" choices={TYPES} />
                </>
              )}
              {PRINTER_COSTS.map(({ key, label }) => (
                <Field
                  key={key}
                  {...field(`printers.${at}.${key}`)}
                  label={label}
                  inputMode="decimal"
                  hint={key === 'australiaCost' ? 'Leave empty if it is the same.' : undefined}
                />
              ))}
            </div>
          )}
          {printer.isNew && printer.type === 'mobile' && (
            <Check
              type="checkbox"
              shape="line"
              label="Takes every paper; not sold in Australia"
              checked={printer.everyPaper}
              onChange={(event) => put(at, { everyPaper: event.currentTarget.checked })}
            />
          )}
          {printer.isNew ? (
            <Button variant="plain" onClick={() => onChange(printers.filter((_, index) => index !== at))}>
              Remove<span className="visually-hidden"> the new printer</span>
            </Button>
          ) : (
            <Button
              variant="plain"
              aria-label={`${printer.isOff ? 'Keep on sale' : 'Take off sale'}: ${printer.name}`}
              onClick={() => put(at, { isOff: !printer.isOff })}
            >
              {printer.isOff ? 'Keep on sale' : 'Take off sale'}
            </Button>
          )}
        </fieldset>
      ))}
      {error && (
        <p role="alert" data-problem tabIndex={-1} className={classes.problem}>
          {error}
        </p>
      )}
      <Button variant="plain" onClick={() => onChange([...printers, NEW_PRINTER])}>
        Add a printer
      </Button>
    </div>
  )
}
