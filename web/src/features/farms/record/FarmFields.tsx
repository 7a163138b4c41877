import { type ReactNode, useMemo } from 'react'
import { limits } from '@/api'
import type { FieldProps } from '@/forms'
import fields from '@/shared/ui/Fields.module.css'
import { LimitedField, SelectField } from '@/shared/ui/FormFields'
import { PlaceFields } from '@/shared/ui/PlaceFields'
import { ActivityPicker } from './ActivityPicker'
import { activitiesFor, type FarmType } from './activities'
import { type Details, LABELS } from './details'
import { allZones, zoneOf, zonesOf } from './zones'

/** The form of a farm, whatever else it holds. */
interface Props<V extends Details> {
  form: {
    values: V
    set: (part: Partial<Details>) => void
    error: (name: string) => string | undefined
    field: (name: keyof Details) => FieldProps
  }
  /** For the farm's own people, without what the platform decides: its names, its type and its activities. */
  own?: boolean
  /** Shown after the type and its activities. */
  children?: ReactNode
}

type Line = keyof Details & keyof typeof limits.Details

const TYPES = [
  { value: '', label: '' },
  { value: 'farm', label: 'Farm' },
  { value: 'distributor', label: 'Distributor' },
]

const choicesOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** The fields of a farm (AFARM-1, AFARM-2, AFARM-3, AFARM-9). */
export function FarmFields<V extends Details>({ form, own, children }: Props<V>) {
  const { values, set } = form
  const text = (name: Exclude<keyof Details, 'activities'>) => ({ ...form.field(name), label: LABELS[name] })
  const line = (name: Line) => ({ ...text(name), maxLength: limits.Details[name] })
  const { country, type } = values
  const moved = (country: string, state: string) => {
    // A zone chosen by hand stays.
    const ours = values.timeZone === '' || values.timeZone === zoneOf(values.country, values.state)
    const timeZone = ours ? zoneOf(country, state) : values.timeZone
    set({ country, state, timeZone })
  }
  return (
    <div className={fields.fields}>
      {!own && (
        <>
          <LimitedField {...line('name')} />
          <LimitedField {...line('companyName')} />
        </>
      )}
      <LimitedField {...line('owner')} />
      <LimitedField {...line('email')} type="email" />
      <LimitedField {...line('phone')} type="tel" />
      <LimitedField {...line('website')} inputMode="url" />
      <LimitedField {...line('address1')} />
      <LimitedField {...line('address2')} />
      <LimitedField {...line('city')} />
      <LimitedField {...line('zip')} />
      <PlaceFields country={text('country')} state={text('state')} onMove={moved} />
      <LimitedField {...line('location')} hint="Where the farm is, in your own words." />
      <ZoneField {...text('timeZone')} country={country} />
      {!own && (
        <>
          <SelectField
            {...text('type')}
            choices={TYPES}
            onChange={(event) => {
              const next = event.currentTarget.value as FarmType
              set({ type: next, activities: activitiesFor(next) })
            }}
          />
          <ActivityPicker
            type={type}
            chosen={values.activities}
            onChange={(activities) => set({ activities })}
            error={form.error('activities')}
          />
        </>
      )}
      {children}
    </div>
  )
}

interface ZoneProps extends Omit<Parameters<typeof SelectField>[0], 'choices'> {
  value: string
  country: string
}

/** The zones of the country first, then all others. */
function ZoneField({ value, country, ...field }: ZoneProps) {
  const all = useMemo(allZones, [])
  const near = zonesOf(country)
  const first = near.includes(value) ? near : [value, ...near]
  return (
    <SelectField
      {...field}
      value={value}
      choices={choicesOf(first)}
      more={{ label: 'All time zones', values: all.filter((zone) => !first.includes(zone)) }}
      hint="The farm's days begin at midnight there."
    />
  )
}
