import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { type OwnTag, type TagState, tagsQuery, useAnswers } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Failure } from '@/shared/ui/Failure'
import { NumberField } from '@/shared/ui/NumberField'
import { RecallMark } from '@/shared/ui/RecallMark'
import { SearchField } from '@/shared/ui/SearchField'
import { OFFERED, type Unread } from './chosen'
import { leftWords, type Tags, tagWords } from './draft'
import { idIn } from './ids'
import { ScanButton } from './ScanButton'
import classes from './TagPicker.module.css'

interface Props {
  farmId: string
  tags: Tags
  failed: Unread | undefined
  chosen: readonly string[]
  of: TagState
  most: number
  /** Asks how much of each goes; not given where all of it does. */
  amounts?: Record<string, string>
  errorOf: (path: string) => string | undefined
  onChange: (chosen: string[]) => void
  onAmount: (id: string, text: string) => void
  /** Recalled tags are not offered, as none of them may be shipped. */
  unrecalled?: boolean
}

/** The tags that something happens to: those chosen, and a search for more. */
export function TagPicker(props: Props) {
  const { chosen, most, failed, errorOf } = props
  const error = errorOf('tags')
  return (
    <section aria-label="Tags" className={classes.picker}>
      <h2 className={classes.heading}>{most === 1 ? 'Tag' : 'Tags'}</h2>
      {chosen.length > 0 && (
        <ul className={classes.list}>
          {chosen.map((id) => (
            <ChosenTag key={id} {...props} id={id} />
          ))}
        </ul>
      )}
      {failed && <Failure query={failed} />}
      {error && (
        <p tabIndex={-1} data-problem className={classes.error}>
          {error}
        </p>
      )}
      {chosen.length < most && <Offered {...props} />}
    </section>
  )
}

function ChosenTag({ id, tags, chosen, amounts, errorOf, onChange, onAmount }: Props & { id: string }) {
  const tag = tags.get(id)
  const error = errorOf(`amounts.${id}`)
  return (
    <li className={classes.chosen}>
      <div className={classes.about}>
        <TagText id={id} tag={tag} />
        <Button
          variant="quiet"
          icon={<IconX size={18} aria-hidden />}
          aria-label={`Leave out ${id}`}
          onClick={() => onChange(chosen.filter((one) => one !== id))}
        />
      </div>
      {amounts && tag && tag.remainder !== null ? (
        <NumberField
          label={`How much of it, in ${tag.unit === 'each' ? 'animals' : tag.unit}`}
          name={`amounts.${id}`}
          keys="decimal"
          hint="Empty: all that is left."
          value={amounts[id] ?? ''}
          onChange={(text) => onAmount(id, text)}
          error={error}
        />
      ) : (
        error && (
          <p tabIndex={-1} data-problem className={classes.error}>
            {error}
          </p>
        )
      )}
    </li>
  )
}

function TagText({ id, tag }: { id: string; tag: OwnTag | undefined }) {
  return (
    <span className={classes.text}>
      <span className={classes.name}>{tag ? tagWords(tag) : id}</span>
      <span className={classes.detail}>
        {tag ? `${leftWords(tag)} · ` : ''}
        {id.slice(-6)}
      </span>
      {tag?.recall && (
        <strong className={classes.recall}>
          <RecallMark party={tag.recall} />
        </strong>
      )}
    </span>
  )
}

/** More than are shown, as some of them may be recalled. */
const AMONG = { page: 1, limit: 100 } as const

function Offered({ farmId, chosen, of, most, onChange, unrecalled }: Props) {
  const [search, setSearch] = useState('')
  const asked = unrecalled ? AMONG : OFFERED
  const found = useAnswers(tagsQuery(farmId, { ...asked, state: of, search: idIn(search) ?? search }))
  const all = (found.data?.data ?? []).filter(({ _id }) => !chosen.includes(_id))
  const rows = all.filter(({ recall }) => !unrecalled || !recall).slice(0, OFFERED.limit)
  const recalled = rows.length === 0 && all.length > 0
  return (
    <>
      <ScanButton chosen={chosen} onTag={(id) => onChange([...chosen, id])} />
      <SearchField label="Id, lot, area or brand" value={search} onChange={setSearch} />
      {found.isError && <Failure query={found} />}
      {found.data && rows.length === 0 && (
        <p className={classes.none}>
          {recalled ? 'Every tag found is recalled. Search for another.' : 'No other tag is found.'}
        </p>
      )}
      <ul className={classes.list} aria-label={most === 1 ? 'Tags to choose from' : 'Tags to add'}>
        {rows.map((tag) => (
          <li key={tag._id}>
            <button type="button" className={classes.offer} onClick={() => onChange([...chosen, tag._id])}>
              <TagText id={tag._id} tag={tag} />
              <span className={classes.add}>{most === 1 ? 'Choose' : 'Add'}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
