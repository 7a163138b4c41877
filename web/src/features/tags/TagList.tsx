import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { farmQuery, May, type OwnTag, type TagsParams, tagsQuery, useAnswers } from '@/api'
import { type FarmSection, LOT_PATH, RECORD_PATH, TAG_PATH, TAGGING_PATH } from '@/shared/lib/farmPaths'
import { counted } from '@/shared/lib/numbers'
import { AreaSelect } from '@/shared/ui/AreaSelect'
import { Button, buttonClass } from '@/shared/ui/Button'
import { DayPill } from '@/shared/ui/DayPill'
import { EmptyState } from '@/shared/ui/EmptyState'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import { LimitPill } from '@/shared/ui/LimitPill'
import { ListControls, ListResults, MoreControls } from '@/shared/ui/List'
import { ListTable, listCells, OpeningRow } from '@/shared/ui/ListTable'
import { PillSelect } from '@/shared/ui/PillSelect'
import { RecallMark } from '@/shared/ui/RecallMark'
import { SearchField } from '@/shared/ui/SearchField'
import { Cell, RowHead } from '@/shared/ui/Table'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import { TagPlaces } from './TagPlaces'
import classes from './Tags.module.css'
import { harvestOf, leftOf, madeOf, STATES, stateOf } from './words'

const NOTHING = { search: '', buyer: '', lease: '', lot: '', from: '', to: '', state: '' } as const

export interface ListProps {
  section: FarmSection
  farmId: string
  /** What is asked for; lives in the URL. */
  params: TagsParams
  onChange: (part: Partial<TagsParams>, entry?: HistoryEntry) => void
}

/** The tags of a firm, the newest first. */
export function TagList({ section, farmId, params, onChange }: ListProps) {
  const farm = useQuery(farmQuery(farmId)).data
  const tags = useAnswers(tagsQuery(farmId, params))
  const { search = '', buyer = '', lease = '', lot = '', from = '', to = '', state = '' } = params
  const filter = (part: Partial<TagsParams>, entry?: HistoryEntry) => onChange({ ...part, page: 1 }, entry)
  const chosen = [buyer, lease, lot, from, to, state].filter(Boolean)
  const narrowed = Boolean(search) || chosen.length > 0
  return (
    <>
      <FarmHeading section={section} farmId={farmId} farmName={farm?.name ?? ''} title="Tags" />
      <TagPlaces section={section} farmId={farmId} />
      <May do="record">
        <p className={classes.apart}>
          <Link to={TAGGING_PATH[section]} params={{ farmId }} className={buttonClass()}>
            Tag, receive or ship
          </Link>
        </p>
      </May>
      <ListControls>
        <SearchField
          label="Search tags and lots"
          value={search}
          onChange={(text, entry) => filter({ search: text }, entry)}
        />
        <MoreControls set={chosen.length}>
          <SearchField label="Search buyers" value={buyer} onChange={(text, entry) => filter({ buyer: text }, entry)} />
          <PillSelect label="State" value={state} choices={STATES} onChange={(next) => filter({ state: next })} />
          {farm && farm.leases.length > 0 && (
            <AreaSelect leases={farm.leases} value={lease} onChange={(next) => filter({ lease: next })} />
          )}
          <DayPill label="Harvested from" value={from} onChange={(day, entry) => filter({ from: day }, entry)} />
          <DayPill label="To" value={to} onChange={(day, entry) => filter({ to: day }, entry)} />
          {lot && (
            <>
              <Link
                to={LOT_PATH[section]}
                params={{ farmId, lotId: lot }}
                className={buttonClass({ variant: 'plain' })}
              >
                Journal of this lot
              </Link>
              <Button variant="plain" onClick={() => filter({ lot: '' })}>
                Of one lot: show all lots
              </Button>
            </>
          )}
          <LimitPill value={params.limit} onChange={(limit) => filter({ limit })} />
        </MoreControls>
      </ListControls>
      <ListResults
        nouns="tags"
        list={tags}
        asked={params}
        said={(total) => counted(total, 'tag')}
        onPage={(page, entry) => onChange({ page }, entry)}
        empty={<NoTags section={section} farmId={farmId} narrowed={narrowed} onAll={() => filter(NOTHING)} />}
      >
        {(rows: OwnTag[]) => (
          <ListTable columns={['Tag', 'Made', 'Harvest', 'State', 'Left']}>
            {rows.map((tag) => (
              <TagRow key={tag._id} tag={tag} section={section} farmId={farmId} />
            ))}
          </ListTable>
        )}
      </ListResults>
    </>
  )
}

function TagRow({ tag, section, farmId }: { tag: OwnTag; section: FarmSection; farmId: string }) {
  const router = useRouter()
  const page = { to: TAG_PATH[section], params: { farmId, tagId: tag._id } }
  return (
    <OpeningRow href={router.buildLocation(page).href}>
      <RowHead className={listCells.name}>
        <Link {...page}>
          {tag.brand || tag.species.value || tag.shellfishType || 'Tag'}
          <span className={classes.id}>{tag._id}</span>
        </Link>
        <RecallMark party={tag.recall} />
      </RowHead>
      <Cell className={listCells.muted}>{madeOf(tag)}</Cell>
      <Cell className={`${listCells.line} ${listCells.muted}`}>{harvestOf(tag)}</Cell>
      <Cell>{stateOf(tag)}</Cell>
      <Cell>{leftOf(tag)}</Cell>
    </OpeningRow>
  )
}

interface NoTagsProps {
  section: FarmSection
  farmId: string
  narrowed: boolean
  onAll: () => void
}

function NoTags({ section, farmId, narrowed, onAll }: NoTagsProps) {
  if (!narrowed) {
    return (
      <EmptyState drawing="shell" title="No tags yet.">
        <p>Record a harvest, then tag it: each tag then appears here with what is left of it.</p>
        <May do="record">
          <Link to={RECORD_PATH[section]} params={{ farmId }}>
            Record a harvest
          </Link>
        </May>
      </EmptyState>
    )
  }
  return (
    <EmptyState drawing="water" title="No tag matches.">
      <p>Search for less, choose another state, area or dates, or show them all.</p>
      <Button variant="plain" onClick={onAll}>
        Show all tags
      </Button>
    </EmptyState>
  )
}
