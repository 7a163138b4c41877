import { IconBasket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Farm, type Harvested, harvestsQuery, limits } from '@/api'
import type { Editing } from '@/forms'
import { dayHeading, formatDay, todayAt } from '@/shared/lib/days'
import { type FarmSection, RECORD_PATH } from '@/shared/lib/farmPaths'
import { counted, exact } from '@/shared/lib/numbers'
import { isUnit, UNIT_CHOICES } from '@/shared/lib/units'
import { Check } from '@/shared/ui/Check'
import { Choices } from '@/shared/ui/Choices'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Failure } from '@/shared/ui/Failure'
import { Field } from '@/shared/ui/Field'
import { SelectField } from '@/shared/ui/FormFields'
import { NoteField } from '@/shared/ui/NoteField'
import { NumberField } from '@/shared/ui/NumberField'
import { Searched } from '@/shared/ui/Searched'
import { Loading } from '@/shared/ui/Skeleton'
import { Step, Steps } from '@/shared/ui/Step'
import { Suggested } from '@/shared/ui/Suggested'
import { CertificateField } from './CertificateField'
import {
  asksMeasure,
  bagsOf,
  eachWords,
  type HarvestDraft,
  harvestDraft,
  harvestEvents,
  harvestProblems,
  harvestSentence,
  leftIn,
  lotsIn,
  type Place,
  packedWords,
  placesOf,
  restWords,
} from './harvest'
import classes from './Tagging.module.css'
import { TaggingForm } from './TaggingForm'
import { type Done, useTaking } from './useTaking'

interface Props {
  section: FarmSection
  farm: Farm
  /** Key of the harvest that the address names; empty for none. */
  begins: string
  onDone: (done: Done) => void
}

/** Puts a harvest of the book on tags: which harvest, how many bags, and what each holds. */
export function HarvestForm(props: Props) {
  const harvests = useQuery(harvestsQuery(props.farm._id))
  if (harvests.isError && !harvests.data) return <Failure query={harvests} />
  if (!harvests.data) return <Loading height={240} shape="card" />
  return <Loaded {...props} harvested={harvests.data} />
}

function Loaded({ section, farm, begins, harvested, onDone }: Props & { harvested: readonly Harvested[] }) {
  const places = placesOf(harvested)
  const today = todayAt(farm)
  const placeOf = ({ place }: HarvestDraft) => places.find(({ key }) => key === place)
  const dayWords = (place: Place | undefined) => (place ? formatDay(place.date) : '')
  const says = (draft: HarvestDraft) => harvestSentence(draft, placeOf(draft), dayWords(placeOf(draft)))
  const begun = places.find(({ key }) => key === begins) ?? (places.length === 1 ? places[0] : undefined)
  const form = useTaking<HarvestDraft>({
    farmId: farm._id,
    event: 'harvest',
    begins,
    beginning: harvestDraft(begun?.key),
    problems: (draft) => harvestProblems(draft, placeOf(draft)),
    events: (draft, key) => {
      const place = placeOf(draft)
      return place ? harvestEvents(draft, place, key) : []
    },
    says,
    pathOf: (field) => {
      const name = field.replace(/^states\./, '')
      return name.startsWith('lots') ? 'bags' : name === 'quantity' ? 'each' : name === 'leaseId' ? 'place' : name
    },
    onDone,
  })
  if (places.length === 0) return <NothingLeft section={section} farmId={farm._id} />
  const place = placeOf(form.values)
  return (
    <TaggingForm form={form} says={says(form.values)} save="Tag it">
      <Steps>
        <Step
          legend="Harvest"
          made={place ? { icon: IconBasket, label: place.area, detail: placeDetail(place, today) } : null}
          others={places.length > 1}
          refused={Boolean(form.error('place'))}
          tall
        >
          {(choosing) => (
            <Searched all={places} textOf={(one) => `${one.area} ${one.date}`} label="Find a harvest">
              {(shown) => (
                <Choices
                  {...choosing}
                  legend="Harvest"
                  name="place"
                  shape="rows"
                  value={form.values.place}
                  choices={shown.map((one) => ({
                    value: one.key,
                    label: one.area,
                    detail: placeDetail(one, today),
                    figure: exact(leftIn(one.lots)),
                  }))}
                  onChange={(key) => form.set({ place: key, without: [] })}
                  error={form.error('place')}
                />
              )}
            </Searched>
          )}
        </Step>
      </Steps>
      {place && <Bags form={form} farm={farm} place={place} />}
    </TaggingForm>
  )
}

function placeDetail({ date, lots }: Place, today: string): string {
  const [only] = lots
  const what = lots.length === 1 && only ? only.name : counted(lots.length, 'lot')
  return `${dayHeading(date, today)} · ${what}`
}

interface BagsProps {
  form: Editing<HarvestDraft, unknown, HarvestDraft>
  farm: Farm
  place: Place
}

function Bags({ form, farm, place }: BagsProps) {
  const draft = form.values
  const lots = lotsIn(place, draft)
  const bags = bagsOf(draft, place)
  const number = (name: 'each' | 'bags' | 'measure', label: string, hint?: string) => (
    <NumberField
      label={label}
      name={name}
      keys={name === 'measure' ? 'decimal' : 'numeric'}
      value={draft[name]}
      hint={hint}
      onChange={(text) => form.set({ [name]: text })}
      error={form.error(name)}
    />
  )
  return (
    <>
      {place.lots.length > 1 && <Lots form={form} place={place} />}
      <div className={classes.numbers}>
        {number('each', 'Animals in a bag', `${exact(leftIn(lots))} without a tag`)}
        {number('bags', 'Bags', draft.bags ? undefined : 'Empty: as many as it fills.')}
      </div>
      <p role="status" className={classes.rest}>
        {bags && (
          <>
            {packedWords(bags)}: <strong>{restWords(bags.rest)}</strong>
          </>
        )}
      </p>
      <div className={classes.fields}>
        <SelectField
          label="The tag counts in"
          name="unit"
          value={draft.unit}
          choices={UNIT_CHOICES.map((one) => (one.value === 'each' ? { ...one, label: 'Animals' } : one))}
          hint={eachWords(draft) && `Each tag says ${eachWords(draft)}.`}
          onChange={({ currentTarget: { value } }) => isUnit(value) && form.set({ unit: value })}
          error={form.error('unit')}
        />
        {asksMeasure(draft.unit) && number('measure', draft.unit === 'kg' ? 'Kilograms in a bag' : 'Bushels in a bag')}
        <Field {...form.field('time')} label="Time of harvest" type="time" />
      </div>
      <States form={form} farm={farm} lots={lots} />
      <NoteField
        maxLength={limits.recordingRules.note}
        value={draft.note}
        onChange={(note) => form.set({ note })}
        error={form.error('note')}
      />
    </>
  )
}

function Lots({ form, place }: Omit<BagsProps, 'farm'>) {
  const { without } = form.values
  const error = form.error('without')
  return (
    <fieldset className={classes.lots}>
      <legend>Lots</legend>
      {place.lots.map(({ lotId, name, detail, left }) => (
        <Check
          key={lotId}
          type="checkbox"
          shape="line"
          label={`${[name, detail].filter(Boolean).join(' · ')}: ${exact(left)}`}
          checked={!without.includes(lotId)}
          onChange={({ currentTarget: { checked } }) =>
            form.set({ without: checked ? without.filter((one) => one !== lotId) : [...without, lotId] })
          }
        />
      ))}
      {error && (
        <p tabIndex={-1} data-problem className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** What the tags say, where it is not what the book has. */
function States({ form, farm, lots }: Omit<BagsProps, 'place'> & { lots: ReturnType<typeof lotsIn> }) {
  const [first] = lots
  const only = (value: string | undefined) => (lots.length === 1 && value ? [value] : [])
  const text = (name: 'brand' | 'species' | 'sizeCull', label: string, known: readonly string[]) => (
    <Suggested
      label={label}
      name={name}
      value={form.values[name]}
      known={known}
      maxLength={limits.recordingRules.text}
      onChange={(value) => form.set({ [name]: value })}
      error={form.error(name)}
    />
  )
  return (
    <div className={classes.fields}>
      {text(
        'brand',
        'Brand',
        farm.distributorBrands.map(({ brand }) => brand),
      )}
      {text('sizeCull', 'Size on the tag', only(first?.sizeLabel))}
      {text('species', 'Species on the tag', only(first?.oysterType))}
      <CertificateField
        farm={farm}
        value={form.values.certId}
        unchosen="The farm's own"
        onChange={(certId) => form.set({ certId })}
        error={form.error('certId')}
      />
    </div>
  )
}

function NothingLeft({ section, farmId }: { section: FarmSection; farmId: string }) {
  return (
    <EmptyState drawing="shell" title="Nothing waits for a tag.">
      <p>
        All that was harvested in the last thirty days is on tags.{' '}
        <Link to={RECORD_PATH[section]} params={{ farmId }} search={{ activity: 'harvest' }}>
          Record a harvest
        </Link>
        .
      </p>
    </EmptyState>
  )
}
