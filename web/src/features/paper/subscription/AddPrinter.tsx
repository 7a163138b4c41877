import { useRef, useState } from 'react'
import type { FarmRecord, Printer } from '@/api'
import { dollarsOf } from '@/shared/lib/money'
import { newId } from '@/shared/lib/newId'
import { Button } from '@/shared/ui/Button'
import fields from '@/shared/ui/Fields.module.css'
import { SelectField } from '@/shared/ui/FormFields'
import { paperName } from '../shared/names'
import { costsIn, kindOf, kindsFor, rollChoices } from './rules'
import classes from './Subscription.module.css'

const NOTHING = { name: '', paperType: '', rollCount: '', stickerRollCount: '', blackLineMobile: '' }
const NO_ROLLS = [{ value: '', label: '' }]
const MISSING = { name: 'Please choose a printer', rollCount: 'Please enter the number of rolls' }

type Missing = Partial<typeof MISSING>

interface Props {
  farm: FarmRecord
  onAdd: (printer: Printer) => void
}

/** A printer from the catalogue, with the rolls that come with it (PAPER-2, PAPER-3). */
export function AddPrinter({ farm, onAdd }: Props) {
  const [chosen, setChosen] = useState(NOTHING)
  const [missing, setMissing] = useState<Missing>({})
  const panel = useRef<HTMLFieldSetElement>(null)
  const sold = farm.printerCatalogue.find(({ name }) => name === chosen.name)
  const kinds = sold ? kindsFor(farm, [sold]) : []
  const paper = kinds.filter(({ of }) => of === 'mobile' || of === 'industrial')
  const extras = kinds.filter((kind) => !paper.includes(kind))
  const kind = kindOf(chosen.paperType)
  const field = (name: keyof typeof NOTHING) => ({
    value: chosen[name],
    error: missing[name as keyof Missing],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setMissing({})
      setChosen({ ...chosen, [name]: value, ...(name === 'paperType' && { rollCount: '' }) })
    },
  })
  const choosePrinter = (name: string) => {
    setMissing({})
    setChosen({ ...NOTHING, name })
  }

  const add = () => {
    const lacks: Missing = {
      ...(!sold && { name: MISSING.name }),
      ...(kind && !chosen.rollCount && { rollCount: MISSING.rollCount }),
    }
    setMissing(lacks)
    if (!sold || Object.keys(lacks).length > 0) {
      const at = lacks.name ? 'printer' : 'rolls'
      return panel.current?.querySelector<HTMLElement>(`[name=${at}]`)?.focus()
    }
    const { paperType, rollCount, stickerRollCount, blackLineMobile } = chosen
    onAdd({
      _id: newId(),
      name: sold.name,
      type: sold.type,
      paperType,
      rollCount: Number(rollCount),
      stickerRollCount: Number(stickerRollCount),
      blackLineMobile: Number(blackLineMobile),
      everyPaper: sold.everyPaper ?? false,
      cost: costsIn(farm.country, sold).withPaper,
      printerOnlyCost: sold.printerOnlyCost,
    })
    setChosen(NOTHING)
  }

  const costs = sold && costsIn(farm.country, sold)
  return (
    <fieldset ref={panel} className={classes.add}>
      <legend>Add a printer</legend>
      <div className={fields.fields}>
        <SelectField
          {...field('name')}
          name="printer"
          label="Printer"
          choices={[
            { value: '', label: '' },
            ...farm.printerCatalogue.map(({ name, type }) => ({ value: name, label: `${name}, ${type}` })),
          ]}
          hint={
            costs && `${dollarsOf(costs.withPaper)} with paper, ${dollarsOf(costs.printerOnly)} for the printer only.`
          }
          onChange={(event) => choosePrinter(event.currentTarget.value)}
        />
        <SelectField
          {...field('paperType')}
          label="Paper type"
          disabled={!sold}
          choices={[
            { value: '', label: 'None: printer only' },
            ...paper.map(({ roll }) => ({ value: roll, label: paperName(roll) })),
          ]}
        />
        {kind && (
          <SelectField
            {...field('rollCount')}
            name="rolls"
            label="Number of rolls"
            choices={[...NO_ROLLS, ...rollChoices(kind)]}
          />
        )}
        {extras.map((extra) => {
          const name = extra.roll === 'mobileSticker' ? 'stickerRollCount' : 'blackLineMobile'
          return (
            <SelectField
              key={extra.roll}
              {...field(name)}
              label={`${paperName(extra.roll)} rolls`}
              choices={[{ value: '', label: 'None' }, ...rollChoices(extra)]}
            />
          )
        })}
      </div>
      <Button variant="plain" onClick={add}>
        Add printer
      </Button>
    </fieldset>
  )
}
