import { type Brand, type Certificate, editPublic, type Farm, limits, useFarmCache } from '@/api'
import { EditForm, type EditProps, useEditForm, useFieldArray } from '@/forms'
import { newId } from '@/shared/lib/newId'
import { Field } from '@/shared/ui/Field'
import fields from '@/shared/ui/Fields.module.css'
import { LimitedArea, LimitedField, SelectField } from '@/shared/ui/FormFields'
import {
  closePage,
  HARVEST,
  KEPT_PUBLIC,
  newBrand,
  newCert,
  openPage,
  type PlainField,
  PUBLIC_LABELS,
  type PublicForm,
  publicChange,
  publicLabel,
  publicPageOf,
  publicText,
  SPECIES,
} from './publicPage'
import { Rows } from './Rows'

const CERT_LABELS: [Exclude<keyof Certificate, 'certId' | 'dateOfExpiration'>, string][] = [
  ['cert', 'Number'],
  ['phone', 'Phone'],
  ['website', 'Website'],
  ['address1', 'Address 1'],
  ['address2', 'Address 2'],
  ['city', 'City'],
  ['state', 'State'],
  ['zip', 'Zip Code'],
  ['country', 'Country'],
]

const BRAND_NOTES: [Exclude<keyof Brand, 'brand'>, string][] = [
  ['growingProcess', 'Growing process'],
  ['tastingNotes', 'Tasting notes'],
]

const choicesOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

const storedOf = (farm: Farm) => ({ values: publicPageOf(farm), version: farm.version })

/** Edits what the tag page shows of a farm (AFARM-11). */
export default function EditPublic({ farm, ...ends }: EditProps & { farm: Farm }) {
  const cache = useFarmCache(farm._id)
  const form = useEditForm({
    name: KEPT_PUBLIC,
    record: storedOf(farm),
    shape: { open: openPage, close: closePage },
    send: (_, version, { mine, names }) => editPublic(farm._id, { ...publicChange(mine, names), version }),
    reload: async () => storedOf(await cache.reload()),
    onAnswer: cache.keep,
    ...ends,
  })
  const certs = useFieldArray({ control: form.control, name: 'certs' })
  const brands = useFieldArray({ control: form.control, name: 'distributorBrands' })
  const text = (name: PlainField & keyof PublicForm) => ({ ...form.field(name), label: PUBLIC_LABELS[name] })

  return (
    <EditForm
      form={form}
      name="Edit Public tag page"
      what="farm"
      labelOf={publicLabel}
      textOf={publicText}
      cancel
      takesFocus
    >
      <div className={fields.fields}>
        <LimitedField {...text('dealer')} maxLength={limits.EditPublicInputBody.dealer} />
        <LimitedField {...text('cert')} maxLength={limits.EditPublicInputBody.cert} />
        <LimitedField {...text('harvesterCert')} maxLength={limits.EditPublicInputBody.harvesterCert} />
        <LimitedArea {...text('growerNames')} maxLength={limits.EditPublicInputBody.growerNames} />
        <SelectField {...form.field('labels.species')} label={PUBLIC_LABELS.species} choices={choicesOf(SPECIES)} />
        <SelectField {...form.field('labels.harvest')} label={PUBLIC_LABELS.harvest} choices={choicesOf(HARVEST)} />
        <Rows title="Certs" noun="cert" rows={certs} onAdd={() => certs.append(newCert(newId()))}>
          {(index) => (
            <>
              {CERT_LABELS.map(([name, label]) => (
                <LimitedField
                  key={name}
                  {...form.field(`certs.${index}.${name}`)}
                  label={label}
                  maxLength={limits.Certificate[name]}
                />
              ))}
              <Field {...form.field(`certs.${index}.dateOfExpiration`)} label="Date of expiration" type="date" />
            </>
          )}
        </Rows>
        <Rows title="Brands" noun="brand" rows={brands} onAdd={() => brands.append(newBrand(newId()))}>
          {(index) => (
            <>
              <div className={fields.wide}>
                <LimitedField
                  {...form.field(`distributorBrands.${index}.brand`)}
                  label="Brand"
                  maxLength={limits.BrandNotes.brand}
                />
              </div>
              {BRAND_NOTES.map(([name, label]) => (
                <LimitedArea
                  key={name}
                  {...form.field(`distributorBrands.${index}.${name}`)}
                  label={label}
                  maxLength={limits.BrandNotes[name]}
                />
              ))}
            </>
          )}
        </Rows>
      </div>
    </EditForm>
  )
}
