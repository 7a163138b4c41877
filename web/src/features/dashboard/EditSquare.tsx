import { IconArrowNarrowLeft, IconArrowNarrowRight, IconGripVertical, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import button from '@/shared/ui/IconButton.module.css'
import { PillSelect } from '@/shared/ui/PillSelect'
import classes from './Editor.module.css'
import { type Draft, hasRange, hasSpan, METRICS, rangesOf, SPANS, withMetric } from './model'
import { ViewByControl } from './ViewByControl'
import { squareName } from './words'

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

interface Props {
  draft: Draft
  index: number
  count: number
  options: Record<string, string[] | null>
  /** Its number and line, as currently chosen. */
  preview: ReactNode
  dragged: boolean
  onChange: (draft: Draft) => void
  onMove: (from: number, to: number, by: 'earlier' | 'later') => void
  onRemove: (index: number) => void
  onGrab: (index: number) => void
}

/** A square in edit mode: what it shows, and where it stands. */
export function EditSquare(props: Props) {
  const { draft, index, options, preview, dragged, onChange } = props
  return (
    <li className={classes.square} data-key={draft.key} data-dragged={dragged || undefined}>
      <fieldset className={classes.settings} aria-label={`Square ${index + 1}: ${squareName(draft)}`}>
        <Handles {...props} />
        {preview}
        <PillSelect
          label="Metric"
          value={draft.metric}
          choices={choices(METRICS)}
          onChange={(metric) => onChange(withMetric(draft, metric))}
        />
        {hasRange(draft) && (
          <PillSelect
            label="Dates"
            value={draft.dateRange}
            choices={choices(rangesOf(draft.metric))}
            onChange={(dateRange) => onChange({ ...draft, dateRange })}
          />
        )}
        {hasSpan(draft) && (
          <PillSelect
            label="Span"
            value={draft.span}
            choices={choices(SPANS)}
            onChange={(span) => onChange({ ...draft, span })}
          />
        )}
        <div className={classes.viewBy}>
          <ViewByControl
            options={options}
            chosen={draft.activeViewBy}
            onChange={(activeViewBy) => onChange({ ...draft, activeViewBy })}
          />
        </div>
      </fieldset>
    </li>
  )
}

/**
 * The grip is for mouse and touch, the two arrows for everyone. At either end
 * the arrow stays but does nothing, so that it keeps the focus.
 */
function Handles({ draft, index, count, onMove, onRemove, onGrab }: Props) {
  const name = squareName(draft)
  return (
    <div className={classes.handles}>
      <span
        className={classes.grip}
        data-grip
        aria-hidden="true"
        onPointerDown={(event) => {
          event.preventDefault()
          onGrab(index)
        }}
      >
        <IconGripVertical size={20} />
        {index + 1}
      </span>
      <button
        type="button"
        className={`${button.icon} ${classes.handle}`}
        data-act="earlier"
        aria-label={`Move ${name} earlier`}
        aria-disabled={index === 0}
        onClick={() => onMove(index, index - 1, 'earlier')}
      >
        <IconArrowNarrowLeft size={20} aria-hidden />
      </button>
      <button
        type="button"
        className={`${button.icon} ${classes.handle}`}
        data-act="later"
        aria-label={`Move ${name} later`}
        aria-disabled={index === count - 1}
        onClick={() => onMove(index, index + 1, 'later')}
      >
        <IconArrowNarrowRight size={20} aria-hidden />
      </button>
      <button
        type="button"
        className={`${button.icon} ${classes.handle}`}
        data-act="remove"
        data-end
        aria-label={`Remove ${name}`}
        onClick={() => onRemove(index)}
      >
        <IconX size={20} aria-hidden />
      </button>
    </div>
  )
}
