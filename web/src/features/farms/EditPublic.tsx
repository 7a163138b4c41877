import { useState } from 'react'
import {
  type Brand,
  type Certificate,
  editPublic,
  type Farm,
  limits,
  useFailure,
  useKeeping,
  useMergedSave,
} from '@/api'
import { replaced } from '@/shared/lib/merge3'
import { newId } from '@/shared/lib/newId'
import { ChangedMeanwhile } from '@/shared/ui/ChangedMeanwhile'
import { LimitedArea, LimitedField, SelectField } from '@/shared/ui/Field'
import { useLeaveGuard } from '@/shared/ui/useLeaveGuard'
import type { EditProps } from './EditableCard'
import { EditForm } from './EditForm'
import classes from './Form.module.css'
import {
  type BrandKey,
  brandRows,
  type CertKey,
  certRows,
  HARVEST,
  isBrand,
  isCert,
  newBrand,
  newCert,
  type PlainField,
  PUBLIC_LABELS,
  type PublicPage,
  publicChange,
  publicLabel,
  publicPageOf,
  publicPart,
  publicText,
  SPECIES,
} from './publicPage'
import { Rows } from './Rows'
import { useFarmCache } from './useFarmCache'
import { useKeptForm } from './useKeptForm'

/** The name under which the form is kept. */
const KEPT = 'public'

const MOST_ROWS = 100

const CERT_LABELS: [Exclude<keyof Certificate, 'certId'>, string][] = [
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

const noProblems = () => ({})

type Change = { currentTarget: { value: string } }

/** The edit of what the tag page shows of a farm (AFARM-11). */
export default function EditPublic({ farm, onSaved, onCancel }: EditProps & { farm: Farm }) {
  const cache = useFarmCache(farm._id)
  const { form, stored, restored } = useKeptForm(KEPT, { values: publicPageOf(farm), version: farm.version })
  const { values, setValues } = form
  const [sent, setSent] = useState(values)
  const edit = useMergedSave<PublicPage, Awaited<ReturnType<typeof editPublic>>>({
    stored,
    values,
    onMerged: form.setValues,
    send: (_, version, changed) => editPublic(farm._id, { ...publicChange(values, changed), version }),
    reload: async () => {
      const now = await cache.reload()
      return { values: publicPageOf(now), version: now.version }
    },
    onSaved: (now) => {
      if (now) cache.keep(now)
      guard.release()
      onSaved()
    },
  })
  useKeeping(KEPT, edit.changed ? { stored: edit.stored, values } : null)
  const guard = useLeaveGuard({ dirty: edit.changed, onCancel })
  const { ref, message, fields } = useFailure(edit.error)

  const save = () => {
    setSent(values)
    edit.save()
  }
  const set = <K extends keyof PublicPage>(key: K, value: PublicPage[K]) => setValues({ ...values, [key]: value })
  const remove = (key: CertKey | BrandKey) => setValues(replaced(values, [key], {}))
  const text = (name: PlainField, at: string = name) => ({
    name,
    label: PUBLIC_LABELS[name],
    value: values[name],
    error: values[name] === sent[name] ? fields[at] : undefined,
    onChange: (event: Change) => set(name, event.currentTarget.value),
  })
  /** What the server said of a part of a row, while it is as it was sent; rows may have come and gone since. */
  const rowError = (list: 'certs' | 'distributorBrands', key: CertKey | BrandKey, name: string) => {
    const rows = Object.keys(sent).filter(list === 'certs' ? isCert : isBrand)
    const unchanged = publicPart(sent, key, name) === publicPart(values, key, name)
    return unchanged ? fields[`${list}.${rows.indexOf(key)}.${name}`] : undefined
  }

  return (
    <EditForm
      name="Edit Public tag page"
      restored={restored}
      form={ref}
      message={message}
      saving={edit.saving}
      guard={guard}
      onSubmit={form.submit(ref, noProblems, save)}
    >
      {edit.meanwhile && (
        <ChangedMeanwhile
          what="farm"
          meanwhile={edit.meanwhile}
          values={values}
          labelOf={publicLabel}
          textOf={publicText}
          onChoose={edit.choose}
        />
      )}
      <fieldset disabled={edit.saving} className={classes.fields}>
        <LimitedField {...text('dealer')} maxLength={limits.EditPublicInputBody.dealer} />
        <LimitedField {...text('cert')} maxLength={limits.EditPublicInputBody.cert} />
        <LimitedField {...text('harvesterCert')} maxLength={limits.EditPublicInputBody.harvesterCert} />
        <LimitedArea {...text('growerNames')} maxLength={limits.EditPublicInputBody.growerNames} />
        <SelectField {...text('species', 'labels.species')} choices={choicesOf(SPECIES)} />
        <SelectField {...text('harvest', 'labels.harvest')} choices={choicesOf(HARVEST)} />
        <Rows
          title="Certs"
          noun="cert"
          rows={certRows(values)}
          most={MOST_ROWS}
          onAdd={() => {
            const id = newId()
            set(`cert ${id}`, newCert(id))
          }}
          onRemove={remove}
        >
          {(key, cert) =>
            CERT_LABELS.map(([name, label]) => (
              <LimitedField
                key={name}
                label={label}
                maxLength={limits.Certificate[name]}
                value={cert[name]}
                error={rowError('certs', key, name)}
                onChange={(event) => set(key, { ...cert, [name]: event.currentTarget.value })}
              />
            ))
          }
        </Rows>
        <Rows
          title="Brands"
          noun="brand"
          rows={brandRows(values)}
          most={MOST_ROWS}
          onAdd={() => set(`brand ${newId()}`, newBrand())}
          onRemove={remove}
        >
          {(key, brand) => (
            <>
              <div className={classes.wide}>
                <LimitedField
                  label="Brand"
                  maxLength={limits.BrandNotes.brand}
                  value={brand.brand}
                  error={rowError('distributorBrands', key, 'brand')}
                  onChange={(event) => set(key, { ...brand, brand: event.currentTarget.value })}
                />
              </div>
              {BRAND_NOTES.map(([name, label]) => (
                <LimitedArea
                  key={name}
                  label={label}
                  maxLength={limits.BrandNotes[name]}
                  value={brand[name]}
                  error={rowError('distributorBrands', key, name)}
                  onChange={(event) => set(key, { ...brand, [name]: event.currentTarget.value })}
                />
              ))}
            </>
          )}
        </Rows>
      </fieldset>
    </EditForm>
  )
}
