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
          <LimitedField {...text('name')} maxLength={limits.Details.name} />
          <LimitedField {...text('companyName')} maxLength={limits.Details.companyName} />
        </>
      )}
      <LimitedField {...text('owner')} maxLength={limits.Details.owner} />
      <LimitedField {...text('email')} type="email" maxLength={limits.Details.email} />
      <LimitedField {...text('phone')} type="tel" maxLength={limits.Details.phone} />
      <LimitedField {...text('website')} inputMode="url" maxLength={limits.Details.website} />
      <LimitedField {...text('address1')} maxLength={limits.Details.address1} />
      <LimitedField {...text('address2')} maxLength={limits.Details.address2} />
      <LimitedField {...text('city')} maxLength={limits.Details.city} />
      <LimitedField {...text('zip')} maxLength={limits.Details.zip} />
      <PlaceFields country={text('country')} state={text('state')} onMove={moved} />
      <LimitedField
        {...text('location')}
        maxLength={limits.Details.location}
        hint="Where the farm is, in your own words."
      />
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
