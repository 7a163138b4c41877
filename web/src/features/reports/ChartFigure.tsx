import { IconDownload } from '@tabler/icons-react'
import { createContext, type ReactNode, use, useId } from 'react'
import { createPortal } from 'react-dom'
import { type Cell, saveCsv } from '@/shared/lib/csv'
import { Button } from '@/shared/ui/Button'
import { usePrinting } from '@/shared/ui/usePrinting'
import classes from './ChartFigure.module.css'
import { GRAPHS, type GraphType, type ReportView, VIEWS } from './model'
import { Toggle } from './Toggle'

interface Props {
  title: string
  /** The figure in one sentence, above all for those who cannot see it. */
  summary: string
  view: ReportView
  onView: (view: ReportView) => void
  /** Parts as shares of the whole, or as counts; null if there is no choice. */
  graph: GraphType | null
  onGraph: (graph: GraphType) => void
  chart: ReactNode
  table: ReactNode
  /** What is asked for, in words, and all the numbers: paper has neither controls nor a way to scroll. */
  asked: string
  printedTable: ReactNode
  wide: boolean
  csv: { name: string; cells: () => Cell[][] }
  /** Has the report sent; left out if it cannot be (REP-4). */
  onExport?: (regularly?: boolean) => void
  /** How the numbers are worked out: in one line, and in full on request. */
  formula: string
  explanation: string[]
  /** True while the numbers still answer the previous question. */
  stale: boolean
  /** New numbers are loading. */
  busy: boolean
}

/** Where to put the choice of chart or table, so that only words come between the controls and the chart; without it, below. */
export const ToolsSlot = createContext<HTMLElement | null>(null)

/** One report, as a chart or a table, with its sentence, its formula and its file. */
export function ChartFigure(props: Props) {
  const {
    title,
    summary,
    view,
    onView,
    graph,
    onGraph,
    chart,
    table,
    asked,
    printedTable,
    wide,
    csv,
    onExport,
    formula,
    explanation,
    stale,
    busy,
  } = props
  const titleId = useId()
  const slot = use(ToolsSlot)
  const printing = usePrinting()
  const views = <Toggle<ReportView> label="Show as" choices={VIEWS} value={view} onChange={onView} />
  return (
    <figure
      className={classes.figure}
      aria-labelledby={titleId}
      aria-busy={busy}
      data-stale={stale}
      data-wide={wide || undefined}
    >
      {slot && createPortal(views, slot)}
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>{' '}
        <p className={classes.summary}>{summary}</p>
      </div>
      <p className="paper-only">{asked}</p>
      {view === 'chart' ? chart : !printing && table}
      {printing && printedTable}
      <figcaption className={classes.formula}>
        <details>
          <summary>
            {formula} <span className={`${classes.how} no-print`}>How this is worked out</span>
          </summary>
          <div className={classes.explanation}>
            {explanation.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        </details>
      </figcaption>
      <div className={`${classes.tools} no-print`}>
        <div className={classes.choices}>
          {graph && <Toggle<GraphType> label="Numbers as" choices={GRAPHS} value={graph} onChange={onGraph} />}
          {!slot && views}
        </div>
        <Button
          variant="quiet"
          icon={<IconDownload size={18} aria-hidden />}
          onClick={() => saveCsv(csv.name, csv.cells())}
        >
          CSV
        </Button>
        {onExport && (
          <>
            <Button variant="quiet" onClick={() => onExport()}>
              Export
            </Button>
            <Button variant="quiet" onClick={() => onExport(true)}>
              Schedule…
            </Button>
          </>
        )}
      </div>
    </figure>
  )
}
