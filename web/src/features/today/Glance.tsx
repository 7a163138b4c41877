import type { Glance } from '@/api'
import { dayAndMonth, formatDay } from '@/shared/lib/days'
import { counted, exact } from '@/shared/lib/numbers'
import { spark } from '@/shared/lib/spark'
import { listCells } from '@/shared/ui/ListTable'
import { Skeleton } from '@/shared/ui/Skeleton'
import { Cell } from '@/shared/ui/Table'
import classes from './Glance.module.css'
import { NeedLink } from './NeedLink'
import recall from './RecallMark.module.css'
import type { EntryWords } from './Today'
import { needSentence, plainOf } from './words'

/** What the list of a manager's farms says about each besides its record. */
export const GLANCE_COLUMNS = ['Animals', 'Last entry', 'Needs you']

const WIDTH = 96
const HEIGHT = 24

interface Props {
  /** Undefined until it is there. */
  glance: Glance | undefined
  /** It is still loading. */
  loading: boolean
  words: EntryWords
}

/** The cells of a farm for GLANCE_COLUMNS. */
export function GlanceCells({ glance, loading, words }: Props) {
  if (!glance) {
    return GLANCE_COLUMNS.map((column) => (
      <Cell key={column} aria-busy={loading} className={`${listCells.line} ${classes.coming}`}>
        {loading && <Skeleton width={WIDTH} height={HEIGHT} />}
      </Cell>
    ))
  }
  return (
    <>
      <Cell className={classes.animals}>
        <span className={classes.number}>
          {exact(glance.animals)}
          <span className={classes.unit}> {glance.animals === 1 ? 'animal' : 'animals'}</span>
        </span>
        <Line values={glance.line} />
      </Cell>
      <Cell className={`${listCells.line} ${classes.entry}`}>
        <Entry glance={glance} words={words} />
      </Cell>
      <Cell className={`${listCells.line} ${classes.need}`}>
        <Need glance={glance} />
      </Cell>
    </>
  )
}

/** How many lived there over the last 90 days. */
function Line({ values }: { values: readonly number[] }) {
  if (!values.some((value) => value > 0)) return null
  const { path, end } = spark(values, WIDTH, HEIGHT - 4, true)
  const said = `From ${exact(values[0] ?? 0)} to ${exact(values.at(-1) ?? 0)} in 90 days`
  return (
    <svg
      className={classes.line}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`-1 -2 ${WIDTH + 4} ${HEIGHT}`}
      role="img"
      aria-label={said}
    >
      <path className={classes.stroke} d={path} />
      {end && <path className={classes.end} d={`M${end.x} ${end.y}h0`} />}
    </svg>
  )
}

function Entry({ glance: { lastEntry, date }, words }: { glance: Glance; words: EntryWords }) {
  if (!lastEntry) return <span className={listCells.muted}>Nothing recorded yet</span>
  const day = lastEntry.date.slice(0, 4) === date.slice(0, 4) ? dayAndMonth(lastEntry.date) : formatDay(lastEntry.date)
  return (
    <>
      {words.title(lastEntry, [])}
      <span className={classes.when}>{day}</span>
    </>
  )
}

function Need({ glance: { farm, need, needsInAll } }: { glance: Glance }) {
  if (!need) return <span className={listCells.muted}>Nothing needs you</span>
  return (
    <span className={classes.told}>
      <span className={need.kind === 'recall' ? `${classes.dot} ${recall.mark}` : classes.dot} aria-hidden="true" />
      <span>
        {plainOf(needSentence(need))}{' '}
        <NeedLink farmId={farm} section="manage" need={need} className={classes.act}>
          {null}
        </NeedLink>
        {needsInAll > 1 && <span className={classes.when}>{counted(needsInAll - 1, 'thing')} more</span>}
      </span>
    </span>
  )
}
