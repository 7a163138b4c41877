import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { allFigures, errorMessage, type FarmFigures, figuresFiltersQuery, figuresQuery, useAnswers } from '@/api'
import { csvName, saveCsv } from '@/shared/lib/csv'
import { dayIn, formatDay } from '@/shared/lib/days'
import { type FarmSection, LIST_PATH } from '@/shared/lib/farmPaths'
import { counted, exact } from '@/shared/lib/numbers'
import { RANGES, type RangeKey } from '@/shared/lib/ranges'
import { Button } from '@/shared/ui/Button'
import { DayPill } from '@/shared/ui/DayPill'
import { EmptyState } from '@/shared/ui/EmptyState'
import { LimitPill } from '@/shared/ui/LimitPill'
import { isSettled, ListControls, ListHead, ListResults, MoreControls, useFoundFor } from '@/shared/ui/List'
import { NoMatch } from '@/shared/ui/NoMatch'
import { Notice } from '@/shared/ui/Notice'
import { PillSelect } from '@/shared/ui/PillSelect'
import { SearchField } from '@/shared/ui/SearchField'
import { useDesk } from '@/shared/ui/useDesk'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import { BeforePill } from '../BeforePill'
import { ChosenFilters } from '../ChosenFilters'
import { DateControl } from '../DateControl'
import { LotFilter } from '../FilterControl'
import { chosenFilters } from '../filters'
import classes from './Across.module.css'
import { AcrossTable } from './AcrossTable'
import { asked, askedWords, daysOf, fileOf, ORDERS, wholeWords } from './model'
import type { AcrossSearch } from './search'

interface Props {
  section: FarmSection
  search: AcrossSearch
  onChange: (part: Partial<AcrossSearch>, entry?: HistoryEntry) => void
}

/** The farms that a person may see, with the figures of their reports, side by side. */
export function AcrossPage({ section, search, onChange }: Props) {
  usePageTitle('Side by side')
  const params = asked(search)
  const farms = useAnswers(figuresQuery(params))
  const found = useFoundFor(search.name, isSettled(farms))
  const total = farms.data?.items.total ?? 0
  const done = farms.data?.counted ?? 0
  return (
    <>
      <ListHead title="Side by side">{total > 0 && done === total && <Download search={search} />}</ListHead>
      <Controls search={search} onChange={onChange} />
      {farms.data && done < total && <Counting done={done} total={total} />}
      <p className="paper-only">
        {askedWords(search)} Printed {formatDay(dayIn())}.
      </p>
      <ListResults
        nouns="farms"
        list={farms}
        asked={search}
        said={(all) => (done < all ? 'Counting' : counted(all, 'farm'))}
        onPage={(page, entry) => onChange({ page }, entry)}
        empty={<Empty section={section} found={found} onAll={() => onChange({ name: '', page: 1 })} />}
      >
        {(rows: FarmFigures[]) => (
          <AcrossTable
            section={section}
            search={search}
            onChange={onChange}
            rows={rows}
            whole={
              farms.data && total > 1
                ? {
                    name: wholeWords(total, done, farms.data.withheld),
                    figures: farms.data.whole,
                    lastYear: farms.data.lastYear,
                  }
                : null
            }
          />
        )}
      </ListResults>
    </>
  )
}

function Controls({ search, onChange }: Pick<Props, 'search' | 'onChange'>) {
  const desk = useDesk()
  const { dates, from, to, known, before } = search
  // What was opened is of the farms that are shown.
  const change = (part: Partial<AcrossSearch>, entry?: HistoryEntry) => onChange({ ...part, page: 1 }, entry)
  const knownOn = (
    <DayPill
      label="As known on"
      value={known ?? ''}
      onChange={(day, entry) => change({ known: day || undefined }, entry)}
    />
  )
  const lastYear = <BeforePill before={before} onChange={change} whole={!desk} />
  return (
    <div className={`${classes.controls} no-print`}>
      <ListControls>
        <SearchField label="Search by name" value={search.name} onChange={(name, entry) => change({ name }, entry)} />
        <DateControl<RangeKey>
          dates={dates}
          from={from}
          to={to}
          choices={RANGES}
          onChange={change}
          today={latestToday()}
          inline={!desk}
          more={desk && knownOn}
        />
        {desk && lastYear}
        {!desk && (
          <PillSelect label="Sort" value={search.sort} choices={ORDERS} onChange={(sort) => change({ sort })} />
        )}
        <LimitPill value={search.limit} onChange={(limit) => change({ limit })} />
        <MoreControls set={chosenFilters(search).length + (known ? 1 : 0) + (before ? 1 : 0)}>
          {!desk && knownOn}
          {!desk && lastYear}
          <Lots search={search} onChange={change} inline={!desk} />
        </MoreControls>
      </ListControls>
      <ChosenFilters search={search} known={known} onChange={change} />
    </div>
  )
}

/** Which lots the figures are of. On a desk the values of all farms are asked for when somebody opens the choices. */
function Lots({ inline, ...props }: Pick<Props, 'search' | 'onChange'> & { inline: boolean }) {
  const [wanted, setWanted] = useState(false)
  const filters = useQuery({ ...figuresFiltersQuery(), enabled: inline || wanted })
  return <LotFilter filters={filters} {...props} inline={inline} onWanted={() => setWanted(true)} />
}

/** The day that it is where the day begins first: each farm has a calendar of its own. */
function latestToday() {
  return dayIn('Pacific/Kiritimati')
}

/** After a start of the server there is nothing to show until the books have been read. */
function Counting({ done, total }: { done: number; total: number }) {
  return (
    <div className={classes.counting}>
      <label>
        {exact(done)} of {counted(total, 'farm')} counted. Each appears as soon as its book has been read.
        <progress value={done} max={total} />
      </label>
    </div>
  )
}

/** All farms that were found, not just those on the page. */
function Download({ search }: Pick<Props, 'search'>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const save = async () => {
    setBusy(true)
    setError(null)
    try {
      const { limit: _, page: __, ...params } = asked(search)
      const rows = await allFigures(params)
      const known = search.known ? `as known on ${search.known}` : ''
      saveCsv(csvName('side by side', rows[0] ? daysOf(rows[0]) : '', known), fileOf(rows))
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  return (
    <div className={`${classes.download} no-print`}>
      {error !== null && <Notice kind="error">{errorMessage(error)}</Notice>}
      <Button variant="quiet" icon={<IconDownload size={18} aria-hidden />} loading={busy} onClick={save}>
        CSV
      </Button>
    </div>
  )
}

function Empty({ section, found, onAll }: { section: FarmSection; found: string; onAll: () => void }) {
  if (found) {
    return <NoMatch one="farm" many="farms" asked={found} onAll={onAll} />
  }
  return (
    <EmptyState drawing="shell" title="No farms yet.">
      <p>
        What lives on farms is compared here once there are some. <Link to={LIST_PATH[section]}>Back to the list</Link>
      </p>
    </EmptyState>
  )
}
