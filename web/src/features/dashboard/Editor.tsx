import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { dashboardsOf, farmFiltersQuery, type Square, saveDashboard } from '@/api'
import { KeptNotice, LeaveQuestion, type Place, useEditForm } from '@/forms'
import { Button } from '@/shared/ui/Button'
import { Failure } from '@/shared/ui/Failure'
import { Notice } from '@/shared/ui/Notice'
import classes from './Editor.module.css'
import { EditSquare } from './EditSquare'
import { type Draft, draftsOf, KEPT_SQUARES, MOST_SQUARES, moved, reportOf, sameReports, withAdded } from './model'
import { SquarePreview } from './SquarePreview'
import { gridStyle } from './Tiles'
import { useDragging } from './useDragging'
import { squareName } from './words'

interface Props {
  farmId: string
  /** The growing area of the numbers, as the API has it. */
  lease: string
  squares: readonly Square[]
  /** Start with one more square, because the person asked for it. */
  adding: boolean
  /** Shown before Cancel and Save. */
  lead: ReactNode
  onDone: () => void
}

/** The part of an address that leads away from the report; another growing area does not. */
function reportAt({ pathname, search }: Place): string {
  const { tab = '', report = '' } = search as { tab?: string; report?: string }
  return `${pathname} ${tab} ${report}`
}

interface Squares {
  drafts: Draft[]
}

const asTheyAre = (squares: Squares) => squares
const withOneMore = ({ drafts }: Squares) => ({ drafts: withAdded(drafts) })

/** Edit mode: what every square shows, and their order. Save stores it, Cancel discards it (DASH-2, DASH-3). */
export default function Editor({ farmId, lease, squares, adding, lead, onDone }: Props) {
  const [news, setNews] = useState('')
  const queryClient = useQueryClient()
  const filters = useQuery(farmFiltersQuery(farmId))
  const form = useEditForm<Squares, unknown>({
    name: KEPT_SQUARES,
    record: { values: { drafts: draftsOf(squares) }, version: 0 },
    shape: { open: adding ? withOneMore : asTheyAre, close: asTheyAre },
    dirty: (typed) => !sameReports(typed.drafts, squares),
    staying: reportAt,
    send: (_, __, { values }) => saveDashboard(farmId, values.drafts.map(reportOf)),
    // Edit mode only ends once the new numbers are there, so that nothing jumps.
    onAnswer: () => queryClient.invalidateQueries({ queryKey: dashboardsOf(farmId) }),
    onSaved: onDone,
    onCancel: onDone,
  })
  const { drafts } = form.values
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  const setDrafts = (next: Draft[]) => form.set({ drafts: next })
  const move = useCallback((from: number, to: number) => {
    const { set, values } = latest.current
    set({ drafts: moved(values.drafts, from, to) })
  }, [])
  const { list, at, grab } = useDragging(drafts.length, move)
  const focusOn = useFocusAfter(list)

  const moveByButton = (from: number, to: number, by: 'earlier' | 'later') => {
    const draft = drafts[from]
    if (!draft || to < 0 || to >= drafts.length) return
    move(from, to)
    setNews(`${squareName(draft)} is now ${to + 1} of ${drafts.length}.`)
    focusOn(`[data-key="${draft.key}"] [data-act="${by}"]`)
  }
  const remove = (index: number) => {
    const rest = drafts.filter((_, other) => other !== index)
    const next = rest[Math.min(index, rest.length - 1)]
    setDrafts(rest)
    setNews(`${drafts[index] ? squareName(drafts[index]) : 'The square'} is removed.`)
    focusOn(next ? `[data-key="${next.key}"] [data-act="remove"]` : '[data-act="add"]')
  }
  const add = () => {
    const next = withAdded(drafts)
    setDrafts(next)
    setNews(`Square ${next.length} is added.`)
    focusOn(`[data-key="${next.at(-1)?.key}"] select`)
  }
  const change = (next: Draft) => setDrafts(drafts.map((one) => (one.key === next.key ? next : one)))
  const addable = drafts.length < MOST_SQUARES

  return (
    <form ref={form.ref} aria-label="Dashboard" noValidate className={classes.editor} onSubmit={form.submit}>
      {lead}
      <div className={classes.actions} data-bottom-bar>
        <Button variant="plain" disabled={form.saving} onClick={form.guard.cancel}>
          Cancel
        </Button>
        <Button type="submit" loading={form.saving}>
          Save
        </Button>
      </div>
      {form.restored && <KeptNotice onStartOver={form.startOver} />}
      <p className="quiet">Drag a square by its number, or move it with the arrows.</p>
      {form.message && (
        <div data-answer className={classes.answer}>
          <Notice kind="error">{form.message}</Notice>
        </div>
      )}
      {filters.isError && <Failure query={filters} />}
      <ol
        ref={list}
        className={classes.grid}
        style={gridStyle(drafts.length + (addable ? 1 : 0))}
        aria-label="Squares"
        inert={form.saving}
      >
        {drafts.map((draft, index) => (
          <EditSquare
            key={draft.key}
            draft={draft}
            index={index}
            count={drafts.length}
            options={filters.data ?? {}}
            preview={<SquarePreview farmId={farmId} lease={lease} draft={draft} squares={squares} />}
            dragged={index === at}
            onChange={change}
            onMove={moveByButton}
            onRemove={remove}
            onGrab={grab}
          />
        ))}
        {addable && (
          <li className={classes.place}>
            <button type="button" className={classes.add} data-act="add" onClick={add}>
              Add report +
            </button>
          </li>
        )}
      </ol>
      <p className="visually-hidden" role="status">
        {news}
      </p>
      <LeaveQuestion guard={form.guard} />
    </form>
  )
}

/** Puts the focus on what a press has added or moved, once it is there. */
function useFocusAfter(list: { current: HTMLElement | null }): (selector: string) => void {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current) list.current?.querySelector<HTMLElement>(wanted.current)?.focus()
    wanted.current = null
  })
  return (selector) => {
    wanted.current = selector
  }
}
