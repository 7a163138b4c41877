import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { dashboardsOf, errorMessage, farmFiltersQuery, type Square, saveDashboard } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Failure } from '@/shared/ui/Failure'
import { Notice } from '@/shared/ui/Notice'
import classes from './Editor.module.css'
import { EditSquare } from './EditSquare'
import { LeaveQuestion } from './LeaveQuestion'
import { type Draft, draftsOf, MOST_SQUARES, moved, reportOf, sameReports, withAdded } from './model'
import { SquarePreview } from './SquarePreview'
import { gridStyle } from './Tiles'
import { useDragging } from './useDragging'
import { squareName } from './words'

interface Props {
  farmId: string
  /** The growing area that the numbers are of, as the API has it. */
  lease: string
  squares: readonly Square[]
  /** Begin with one more square, as the person asked for it. */
  adding: boolean
  /** What stands before Cancel and Save. */
  lead: ReactNode
  onDone: () => void
}

/** Edit mode: what every square shows and their order; stored by Save, forgotten by Cancel (DASH-2, DASH-3). */
export function Editor({ farmId, lease, squares, adding, lead, onDone }: Props) {
  const [drafts, setDrafts] = useState(() => (adding ? withAdded(draftsOf(squares)) : draftsOf(squares)))
  const [news, setNews] = useState('')
  const queryClient = useQueryClient()
  const filters = useQuery(farmFiltersQuery(farmId))
  const save = useMutation({
    mutationFn: () => saveDashboard(farmId, drafts.map(reportOf)),
    // Edit mode ends with the new numbers there, so that nothing jumps.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: dashboardsOf(farmId) }),
  })
  const move = useCallback((from: number, to: number) => setDrafts((before) => moved(before, from, to)), [])
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
    <div className={classes.editor}>
      {lead}
      <div className={classes.actions}>
        <Button variant="plain" onClick={onDone}>
          Cancel
        </Button>
        <Button loading={save.isPending} onClick={() => save.mutate(undefined, { onSuccess: onDone })}>
          Save
        </Button>
      </div>
      <p className={classes.advice}>Drag a square by its number, or move it with the arrows.</p>
      {save.isError && <Notice kind="error">{errorMessage(save.error)}</Notice>}
      {filters.isError && (
        <Failure
          message={errorMessage(filters.error)}
          onRetry={() => filters.refetch()}
          retrying={filters.isFetching}
        />
      )}
      <ol ref={list} className={classes.grid} style={gridStyle(drafts.length + (addable ? 1 : 0))} aria-label="Squares">
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
      <LeaveQuestion dirty={!sameReports(drafts, squares)} />
    </div>
  )
}

/** Puts the focus on what a press has made or moved, once it stands there. */
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
