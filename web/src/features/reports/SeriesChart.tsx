import { LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { exact, short } from '@/shared/lib/numbers'
import chartClasses from './ChartFigure.module.css'
import type { Series } from './figure'
import { axisTicks, lineStyle } from './lines'
import classes from './SeriesChart.module.css'

interface Props {
  title: string
  names: { axis: string; full: string }[]
  series: Series[]
}

const DIGIT_PX = 7.5

/** Room for the longest mark, so that none stands outside the figure. */
function axisWidth(ticks: number[]): number {
  return 18 + DIGIT_PX * Math.max(...ticks.map((tick) => short(tick).length))
}

type DotProps = { cx?: number; cy?: number; index?: number; stroke?: string }

/**
 * Lines over time, drawn at the width there is. The arrow keys walk along the
 * points and the exact numbers are spoken. The library comes in its own chunk.
 */
export default function SeriesChart({ title, names, series }: Props) {
  const data = names.map(({ full }, row) => ({
    full,
    ...Object.fromEntries(series.map(({ values }, index) => [`s${index}`, values[row] ?? 0])),
  }))
  const ticks = axisTicks(Math.max(...series.flatMap(({ values }) => values)))
  const axis = new Map(names.map((name) => [name.full, name.axis]))
  const end = names.length - 1
  const spoken = { 'aria-label': `${title}. Use the arrow keys to read the points.` }
  const endDot = ({ cx, cy, index, stroke }: DotProps) =>
    index === end ? (
      <circle key={index} cx={cx} cy={cy} r={4} fill="var(--surface)" stroke={stroke} strokeWidth={2} />
    ) : (
      <g key={index} />
    )
  return (
    <LineChart
      className={chartClasses.chart}
      classNames={{ tooltip: classes.tooltip }}
      data={data}
      dataKey="full"
      series={series.map(({ label }, index) => {
        const { color, dash } = lineStyle(index)
        return { name: `s${index}`, label, color, strokeDasharray: dash }
      })}
      curveType="linear"
      strokeWidth={2.25}
      valueFormatter={exact}
      yAxisProps={{ tickFormatter: short, width: axisWidth(ticks), ticks, domain: [0, ticks.at(-1) ?? 1], interval: 0 }}
      xAxisProps={{
        tickFormatter: (full: string) => axis.get(full) ?? full,
        minTickGap: 16,
        padding: { right: 12, left: 12 },
      }}
      gridProps={{ strokeDasharray: '0' }}
      gridColor="var(--line)"
      textColor="var(--muted)"
      lineProps={{ dot: endDot }}
      activeDotProps={{ r: 5 }}
      lineChartProps={{ tabIndex: 0, margin: { top: 10, right: 4, bottom: 0, left: 0 }, ...spoken }}
    />
  )
}
