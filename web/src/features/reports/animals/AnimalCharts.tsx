import { useState } from 'react'
import type { Farm, Story } from '@/api'
import { csvName } from '@/shared/lib/csv'
import { formatRange } from '@/shared/lib/days'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import { partsWords, spanNames } from '../buckets'
import { ChartFigure, ToolsSlot } from '../ChartFigure'
import figure from '../ChartFigure.module.css'
import { cellsOf } from '../figure'
import { Legend } from '../Legend'
import { lastKnown, stacked, sumOf } from '../lines'
import type { ReportView } from '../model'
import { NumbersTable } from '../NumbersTable'
import { PrintedTable } from '../PrintedTable'
import { printedWords } from '../paper'
import { WIDE } from '../printed'
import { SeriesChart } from '../SeriesChart'
import { Toggle } from '../Toggle'
import { inLegend } from '../units'
import classes from './AnimalCharts.module.css'
import { nothingOf, PICTURES, type Picture, type PictureKey, pictureOf } from './pictures'

/** What the URL says where it is not the first of each. */
interface Shown {
  picture?: Exclude<PictureKey, 'living'>
  view?: Exclude<ReportView, 'chart'>
}

interface Props extends Shown {
  farm: Farm
  story: Story
  /** What the animals are called. */
  name: string
  onChange: (part: Partial<Shown>) => void
}

/** The living animals of a lot or a group by place, their size, and their losses over time: one at a time, as a chart or a table. */
export function AnimalCharts({ farm, story, name, picture, view, onChange }: Props) {
  const key: PictureKey = picture ?? 'living'
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const nothing = nothingOf(story, key)
  return (
    <ToolsSlot value={slot}>
      <section aria-label="Over time" className={classes.page}>
        <div className={`${classes.tools} no-print`}>
          <Toggle<PictureKey>
            label="Shown"
            choices={PICTURES}
            value={key}
            onChange={(next) => onChange({ picture: next === 'living' ? undefined : next })}
          />
          <div ref={setSlot} />
        </div>
        {nothing ? (
          <Card>
            <EmptyState drawing="water" title={NOTHING[nothing].title}>
              <p>{NOTHING[nothing].next}</p>
            </EmptyState>
          </Card>
        ) : (
          <Figure
            farm={farm}
            story={story}
            name={name}
            picture={pictureOf(story, key)}
            view={view}
            onChange={onChange}
          />
        )}
      </section>
    </ToolsSlot>
  )
}

const NOTHING = {
  size: {
    title: 'None of them was ever measured.',
    next: 'Their size over time stands here from the first sample on.',
  },
  lost: {
    title: 'None of them was recorded as lost.',
    next: 'What a count found missing is no loss: see month by month.',
  },
}

interface FigureProps extends Omit<Props, 'picture'> {
  picture: Picture
}

function Figure({ farm, story, name, picture, view, onChange }: FigureProps) {
  const { title, series, unit, layers, inBucket, grid } = picture
  const { course, every, first, last } = story
  const shown = layers ? stacked(series) : series
  const numbers = shown.map((one) => {
    const number = inBucket && unit === 'animals' ? sumOf(one) : lastKnown(one)
    return { number: number === null ? '' : inLegend(number, unit) }
  })
  const parts = layers && inBucket && partsWords(course, every, true)
  return (
    <ChartFigure
      title={title}
      summary={picture.summary}
      view={view ?? 'chart'}
      onView={(next) => onChange({ view: next === 'chart' ? undefined : next })}
      graph={null}
      onGraph={() => undefined}
      chart={
        <>
          <SeriesChart
            title={title}
            names={spanNames(course, every, inBucket)}
            series={shown}
            unit={unit}
            layers={layers}
            joined
          />
          <Legend series={shown} numbers={numbers} total={series.length} layers={layers} ended={false} />
          {parts && <p className={figure.note}>{parts}</p>}
        </>
      }
      table={<NumbersTable caption={title} grid={grid} />}
      asked={`${farm.name}. ${name}, ${formatRange(first, last)}, by ${every}. ${printedWords(farm)}`}
      printedTable={<PrintedTable caption={title} grid={grid} />}
      wide={grid.head.length > WIDE}
      csv={{ name: csvName(farm.name, name, title, first, last), cells: () => cellsOf(grid) }}
      formula={picture.formula}
      explanation={[picture.explanation]}
      stale={false}
      busy={false}
    />
  )
}
