import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorMessage, type FarmsFilter, farmsCsv } from '@/api'
import { csvName } from '@/shared/lib/csv'
import { COUNTRIES, statesOf } from '@/shared/lib/places'
import { saveFile } from '@/shared/lib/saveFile'
import { Button } from '@/shared/ui/Button'
import { Check } from '@/shared/ui/Check'
import { ListControls } from '@/shared/ui/List'
import { Notice } from '@/shared/ui/Notice'
import { PillSelect } from '@/shared/ui/PillSelect'
import type { FarmListProps, MoreOfFarms } from './FarmList'
import classes from './FarmTools.module.css'
import { keepColumns, keptColumns, MORE_COLUMNS, type MoreColumn, moreOf } from './moreColumns'
import { isNarrowed, UNNARROWED } from './narrowed'

interface Props extends Pick<FarmListProps, 'params' | 'onChange'> {
  /** Closed, it only says which columns the list has. */
  open: boolean
  onColumns: (more: MoreOfFarms) => void
}

const ANY = { value: '', label: 'Any' } as const
const TYPES = [
  ANY,
  { value: 'farm', label: 'Farm' },
  { value: 'distributor', label: 'Distributor' },
  { value: 'none', label: 'None yet' },
] as const
const TAGGING = [
  ANY,
  { value: 'true', label: 'Active' },
  { value: 'pending', label: 'Setup not paid' },
  { value: 'false', label: 'Not active' },
] as const
const CERTIFICATES = [
  ANY,
  { value: 'any', label: 'On record' },
  { value: 'ending', label: 'Expired or soon will' },
  { value: 'none', label: 'None on record' },
] as const

/** What an address asks for is a choice too, whatever it is. */
const choicesOf = (values: readonly string[], asked: string) => [
  ANY,
  ...[...new Set([...values, asked])].filter(Boolean).map((value) => ({ value, label: value })),
]

/** What narrows the list of farms, which columns it has, and the list as a file. */
export default function FarmTools({ params, onChange, open, onColumns }: Props) {
  const [columns, setColumns] = useState(keptColumns)
  useEffect(() => onColumns(moreOf(columns)), [columns, onColumns])
  const { type = '', country = '', state = '', tagging = '', certificate = '' } = params
  const narrow = (part: FarmsFilter) => onChange({ ...part, page: 1 })
  const file = useMutation({
    mutationFn: () => farmsCsv(params),
    onSuccess: (csv) => saveFile(csvName('farms'), csv),
  })
  const show = (column: MoreColumn, shown: boolean) => {
    const next = MORE_COLUMNS.filter((one) => (one === column ? shown : columns.includes(one)))
    keepColumns(next)
    setColumns(next)
  }
  if (!open) return null
  return (
    <section aria-label="Filters and columns">
      <ListControls>
        <PillSelect
          label="Type"
          value={type}
          choices={TYPES}
          onChange={(next) => narrow({ type: next || undefined })}
        />
        <PillSelect
          label="Country"
          value={country}
          choices={choicesOf(COUNTRIES, country)}
          onChange={(next) => narrow({ country: next || undefined, state: undefined })}
        />
        {(country || state) && (
          <PillSelect
            label="State"
            value={state}
            choices={choicesOf(statesOf(country), state)}
            onChange={(next) => narrow({ state: next || undefined })}
          />
        )}
        <PillSelect
          label="Tagging"
          value={tagging}
          choices={TAGGING}
          onChange={(next) => narrow({ tagging: next || undefined })}
        />
        <PillSelect
          label="Certificate"
          value={certificate}
          choices={CERTIFICATES}
          onChange={(next) => narrow({ certificate: next || undefined })}
        />
        {isNarrowed(params) && (
          <Button variant="quiet" onClick={() => narrow(UNNARROWED)}>
            Clear filters
          </Button>
        )}
      </ListControls>
      <div className={classes.row}>
        <fieldset className={classes.columns}>
          <legend>Columns</legend>
          {MORE_COLUMNS.map((column) => (
            <Check
              key={column}
              type="checkbox"
              shape="chip"
              label={column}
              checked={columns.includes(column)}
              onChange={(event) => show(column, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
        <Button variant="plain" loading={file.isPending} onClick={() => file.mutate()}>
          CSV
        </Button>
      </div>
      {file.isError && <Notice kind="error">{errorMessage(file.error)}</Notice>}
    </section>
  )
}
