import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type AuditParams, auditQuery, farmQuery, useAnswers } from '@/api'
import { Button } from '@/shared/ui/Button'
import { DayPill } from '@/shared/ui/DayPill'
import { EmptyState } from '@/shared/ui/EmptyState'
import { LimitPill } from '@/shared/ui/LimitPill'
import { ListControls, ListHead } from '@/shared/ui/List'
import { PillSelect } from '@/shared/ui/PillSelect'
import { SearchField } from '@/shared/ui/SearchField'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import classes from './Audit.module.css'
import { EntryList } from './Entries'
import { ACTIONS } from './words'

const ACTION_CHOICES = [{ value: '', label: 'Any' }, ...ACTIONS]
const NOTHING = { search: '', action: '', subject: '', from: '', to: '' }

interface Props {
  /** What is asked for; lives in the URL. */
  params: AuditParams
  onChange: (part: Partial<AuditParams>, entry?: HistoryEntry) => void
}

/** Who did what to which user, group or farm, when, and from where. */
export function AuditList({ params, onChange }: Props) {
  usePageTitle('Audit')
  const entries = useAnswers(auditQuery(params))
  const { search = '', action = '', subject = '', from = '', to = '' } = params
  const farm = useQuery({ ...farmQuery(subject), enabled: subject !== '', retry: false }).data
  const filter = (part: Partial<AuditParams>, entry?: HistoryEntry) => onChange({ ...part, page: 1 }, entry)

  return (
    <>
      <ListHead title="Audit" />
      <ListControls>
        <SearchField
          label="People, actions or addresses"
          value={search}
          onChange={(text, entry) => filter({ search: text }, entry)}
        />
        <PillSelect
          label="Action"
          value={action}
          choices={ACTION_CHOICES}
          onChange={(next) => filter({ action: next })}
        />
        <DayPill label="From" value={from} onChange={(day, entry) => filter({ from: day }, entry)} />
        <DayPill label="To" value={to} onChange={(day, entry) => filter({ to: day }, entry)} />
        <LimitPill value={params.limit} onChange={(limit) => filter({ limit })} />
      </ListControls>
      {subject && (
        <p className={classes.note}>
          What was done to{' '}
          {farm ? (
            <Link to="/farms/$farmId" params={{ farmId: subject }}>
              {farm.name}
            </Link>
          ) : (
            subject
          )}{' '}
          alone.{' '}
          <Button variant="plain" onClick={() => filter({ subject: '' })}>
            Show everything
          </Button>
        </p>
      )}
      <p className={classes.note}>
        Newest first. {farm ? 'Times are on the farm’s clock, days in UTC.' : 'Days and times are in UTC.'} Nothing can
        be changed here.
      </p>
      <EntryList
        list={entries}
        asked={params}
        timeZone={farm?.timeZone}
        onPage={(page, entry) => onChange({ page }, entry)}
        empty={
          <NoEntries narrowed={Boolean(search || action || subject || from || to)} onAll={() => filter(NOTHING)} />
        }
      />
    </>
  )
}

function NoEntries({ narrowed, onAll }: { narrowed: boolean; onAll: () => void }) {
  if (!narrowed) {
    return (
      <EmptyState drawing="water" title="Nothing has been done yet.">
        What people do to users, groups and farms is kept here.
      </EmptyState>
    )
  }
  return (
    <EmptyState drawing="water" title="No entry matches.">
      <p>Search for less, choose other dates, or show them all.</p>
      <Button variant="plain" onClick={onAll}>
        Show all entries
      </Button>
    </EmptyState>
  )
}
