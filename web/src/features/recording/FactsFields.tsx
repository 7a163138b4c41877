import { useQuery } from '@tanstack/react-query'
import { journalQuery, limits, queryLimits } from '@/api'
import { degreesIn } from '@/shared/lib/degrees'
import { UNIT_CHOICES } from '@/shared/lib/units'
import { Check } from '@/shared/ui/Check'
import { Field } from '@/shared/ui/Field'
import { SelectField } from '@/shared/ui/FormFields'
import { NumberField } from '@/shared/ui/NumberField'
import { Suggested } from '@/shared/ui/Suggested'
import { currencyIn, type FactsDraft, NO_FACTS, usedBefore } from './facts'
import type { FactsProps } from './HarvestFacts'
import classes from './HarvestFacts.module.css'

/** What is counted in the unit; where none is chosen yet, that of the last harvest is. */
const isCounted = (name: keyof FactsDraft) => name === 'quantity' || name === 'price'

/** All that is asked about a harvest beside its animals. */
export default function FactsFields({ farmId, country, draft, problems, onChange }: FactsProps) {
  const facts = draft.facts ?? NO_FACTS
  const { data: journal = [] } = useQuery(journalQuery(farmId, queryLimits.getV2ActivitiesFarmid.limit))
  const { sign } = degreesIn(country)
  const set = (part: Partial<FactsDraft>) => onChange({ ...facts, ...part })
  const [unitBefore = ''] = usedBefore(journal, 'unit')
  const number = (name: 'quantity' | 'price' | 'water' | 'air', label: string, field: string) => (
    <NumberField
      label={label}
      name={`facts.${name}`}
      keys="decimal"
      value={facts[name]}
      onChange={(text) => set({ ...(isCounted(name) && !facts.unit && { unit: unitBefore }), [name]: text })}
      error={problems[`facts.${field}`]}
    />
  )
  const text = (name: 'buyer' | 'buyerAddress' | 'order' | 'harvester', label: string, known: readonly string[]) => (
    <Suggested
      label={label}
      name={`facts.${name}`}
      value={facts[name]}
      known={known}
      maxLength={limits.recordingRules.text}
      onChange={(value) => set({ [name]: value })}
      error={problems[`facts.${name}`]}
    />
  )
  const ofBuyer = journal.filter((noted) => noted.facts?.buyer === facts.buyer)
  const price = facts.unit === 'each' ? 'Price each' : facts.unit ? `Price a ${facts.unit}` : 'Price of one'
  return (
    <>
      <div className={classes.landed}>
        <Field
          label="Time of landing"
          name="facts.landed"
          type="time"
          value={facts.landed}
          onChange={(event) => set({ landed: event.currentTarget.value })}
          error={problems['facts.landed']}
        />
        {facts.landed && (
          <Check
            type="checkbox"
            shape="line"
            label="On the day after the harvest"
            checked={facts.nextDay}
            onChange={(event) => set({ nextDay: event.currentTarget.checked })}
          />
        )}
      </div>
      {text('harvester', 'Harvester', usedBefore(journal, 'harvester'))}
      {text('buyer', 'Buyer', usedBefore(journal, 'buyer'))}
      {text('buyerAddress', "Buyer's address", usedBefore(ofBuyer, 'buyerAddress'))}
      {text('order', 'Order', [])}
      {number('quantity', 'Quantity', 'quantity')}
      <SelectField
        label="Unit"
        name="facts.unit"
        value={facts.unit}
        choices={[{ value: '', label: '' }, ...UNIT_CHOICES]}
        onChange={(event) => set({ unit: event.currentTarget.value })}
        error={problems['facts.unit']}
      />
      {number('price', `${price} in ${currencyIn(country)}`, 'priceCents')}
      {number('water', `Water temperature in ${sign}`, 'waterTempC')}
      {number('air', `Air temperature in ${sign}`, 'airTempC')}
    </>
  )
}
