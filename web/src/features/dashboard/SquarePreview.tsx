import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type DashboardReport, equipmentQuery, errorMessage, reportQuery, type Square } from '@/api'
import { Loading } from '@/shared/ui/Skeleton'
import { hasRange } from './model'
import { isToldWhenSaved, knownSquare, type Preview, previewOf, reportRequest } from './preview'
import { Sparkline } from './Sparkline'
import classes from './SquarePreview.module.css'
import { figureOf } from './words'

interface Props {
  farmId: string
  lease: string
  draft: DashboardReport
  /** The squares as they were last worked out. */
  squares: readonly Square[]
}

/** The number and the line of a square being edited, as currently chosen. */
export function SquarePreview(props: Props) {
  const { preview, error, stale } = usePreview(props)
  const told = isToldWhenSaved(props.draft) && !preview
  return (
    <div className={classes.preview} data-stale={stale} aria-busy={stale}>
      {preview && <Numbers preview={preview} />}
      {!preview && error && <p className="quiet">{errorMessage(error)}</p>}
      {told && <p className="quiet">Counted when you save.</p>}
      {!preview && !error && !told && <Loading height={40} shape="control" />}
    </div>
  )
}

function usePreview({ farmId, lease, draft, squares }: Props) {
  const known: Preview | undefined = knownSquare(draft, squares)
  const containers = !hasRange(draft)
  const asked = !known && !containers
  const report = useQuery({
    ...reportQuery(farmId, asked ? reportRequest(draft, lease) : null),
    placeholderData: keepPreviousData,
  })
  const equipment = useQuery({
    ...equipmentQuery(farmId, lease),
    enabled: !known && containers && !isToldWhenSaved(draft),
  })
  if (known || isToldWhenSaved(draft)) return { preview: known, error: null, stale: false }
  if (containers) {
    const total = equipment.data?.total ?? null
    const counted = {
      metric: draft.metric,
      span: draft.span,
      count: null,
      size: null,
      percent: null,
      total,
      data: null,
    }
    return { preview: equipment.data && counted, error: equipment.error, stale: false }
  }
  return {
    preview: report.isError ? undefined : report.data && previewOf(report.data),
    error: report.error,
    stale: report.isPlaceholderData,
  }
}

function Numbers({ preview }: { preview: Preview }) {
  const { shown, unit, spoken } = figureOf(preview)
  return (
    <>
      <p className={classes.number}>
        <span aria-hidden="true">
          {shown}
          {unit && <span className={classes.unit}> {unit}</span>}
        </span>
        <span className="visually-hidden">{spoken}</span>
      </p>
      {preview.data && (
        <div className={classes.line}>
          <Sparkline square={preview} days={false} />
        </div>
      )}
    </>
  )
}
