import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { farmQuery, farmsQuery, limits, myUserQuery, type RecallAt, type RecallChoice } from '@/api'
import { EditForm, useEditForm } from '@/forms'
import { counted } from '@/shared/lib/numbers'
import { seesFarms } from '@/shared/lib/roles'
import { Card } from '@/shared/ui/Card'
import { Field } from '@/shared/ui/Field'
import { LimitedField, SelectField } from '@/shared/ui/FormFields'
import { SearchField } from '@/shared/ui/SearchField'
import classes from './Recalls.module.css'

/** What is chosen, as the address has it. */
export interface NewParams {
  tags: string
  farm: string
  lease: string
  lots: string
  area: string
  cert: string
  from: string
  to: string
}

const words = (text: string, between: RegExp) => text.split(between).filter(Boolean)

/** Ids that are typed, or in the addresses of their pages. */
const idsIn = (text: string) => words(text, /[\s,]+/).map((id) => /[0-9a-f]{24}(?=[^/]*$)/.exec(id)?.[0] ?? id)

export function choiceFrom(at: RecallAt, { tags, farm, lease, lots, area, cert, from, to }: NewParams): RecallChoice {
  const choice: RecallChoice = {}
  const farmId = at.farmId ?? farm
  if (tags.trim()) choice.tags = words(tags, /[\s,]+/).map((id) => id.replace(/^.*\/tag\//, ''))
  if (farmId) choice.farmId = farmId
  if (lease) choice.leaseIds = words(lease, / /)
  if (lots.trim()) choice.lotIds = idsIn(lots)
  if (area.trim()) choice.area = area.trim()
  if (cert.trim()) choice.certs = words(cert, /\s*,\s*/)
  if (from) choice.from = from
  if (to) choice.to = to
  return choice
}

interface Props {
  at: RecallAt
  params: NewParams
  /** Looks at what is chosen now. */
  onLook: (params: NewParams) => void
}

/** Asks what is recalled. */
export function Chooser({ at, params, onLook }: Props) {
  const form = useEditForm({
    name: null,
    record: { values: params, version: 0 },
    staying: 'free',
    always: true,
    problems: (typed): Record<string, string> =>
      Object.keys(choiceFrom(at, typed)).some((key) => key !== 'farmId') ? {} : { tags: 'Please say what is recalled' },
    send: async (_, __, { mine }) => mine,
    onSaved: (_, values) => onLook(values),
  })
  const farmId = at.farmId ?? form.values.farm
  const me = useQuery(myUserQuery).data
  // Who may recall and no more knows firms by their tags and certificates alone.
  const sees = at.farmId !== undefined || (me !== undefined && seesFarms(me))
  const farm = useQuery({ ...farmQuery(farmId), enabled: farmId !== '' && sees })
  const areas = (farm.data?.leases ?? []).map(({ leaseId, name }) => ({ value: leaseId, label: name }))
  return (
    <Card title="What is recalled">
      <EditForm form={form} name="What is recalled" save="See whom it reaches" beside>
        <p>
          Conditions that are given together must all hold. Tags that are named are added. Whatever was made of a chosen
          tag is reached too.
        </p>
        <div className={classes.choice}>
          {!at.farmId && sees && (
            <FirmField value={farmId} name={farm.data?.name} onChange={(id) => form.set({ farm: id, lease: '' })} />
          )}
          {areas.length > 0 && (
            <SelectField
              {...form.field('lease')}
              label="Growing area"
              choices={[{ value: '', label: 'Any' }, ...areas]}
            />
          )}
          <LimitedField
            {...form.field('area')}
            label="Place, as tags state it"
            autoComplete="off"
            maxLength={limits.Choice.area}
          />
          <Field {...form.field('from')} label="Harvested from" type="date" />
          <Field {...form.field('to')} label="Harvested to" type="date" />
          <Field {...form.field('cert')} label="Certificates of the original shipper" autoComplete="off" />
          <Field {...form.field('tags')} label="Tags" hint="Their numbers or addresses" autoComplete="off" />
          <Field
            {...form.field('lots')}
            label="Lots"
            hint="Their ids, or the addresses of their pages"
            autoComplete="off"
          />
        </div>
      </EditForm>
    </Card>
  )
}

/** How many firms can be chosen from at once; of more, a part of the name is asked for. */
const FIRMS = 100

function foundWords(part: string, total: number): string {
  if (total > FIRMS) return `The first ${FIRMS} of ${total} are listed: find others by a part of the name.`
  if (total === 0) return `No firm has “${part}” in its name.`
  return `${counted(total, 'firm')} to choose from${part && `, with “${part}” in the name`}.`
}

interface FirmProps {
  value: string
  /** Of the one that is chosen, as it may not be among those that are found. */
  name: string | undefined
  onChange: (farmId: string) => void
}

function FirmField({ value, name, onChange }: FirmProps) {
  const [part, setPart] = useState('')
  const found = useQuery({
    ...farmsQuery({ name: part.trim(), limit: FIRMS, page: 1, sort: 'name' }),
    placeholderData: keepPreviousData,
  }).data
  const total = found?.items.total ?? 0
  const many = part !== '' || total > FIRMS
  const rows = found?.data ?? []
  const twins = new Set(rows.map((one) => one.name).filter((name, at, all) => all.indexOf(name) !== at))
  const named = rows.map((one) => ({
    value: one._id,
    label: twins.has(one.name)
      ? `${one.name} (${[one.city, one.state].filter(Boolean).join(', ') || 'no city'}, ${one._id.slice(-6)})`
      : one.name,
  }))
  if (value && !named.some((one) => one.value === value)) named.unshift({ value, label: name ?? 'The one chosen' })
  return (
    <div className={classes.firm}>
      {many && <SearchField label="Find a firm by its name" value={part} onChange={setPart} />}
      <SelectField
        label="Firm"
        name="farm"
        hint={many ? foundWords(part.trim(), total) : undefined}
        value={value}
        choices={[{ value: '', label: 'Any' }, ...named]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  )
}
