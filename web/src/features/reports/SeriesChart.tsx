import { BarChart, LineChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { useId } from 'react'
import chartClasses from './ChartFigure.module.css'
import { ChartTip } from './ChartTip'
import type { BucketName, Series } from './figure'
import { axisTicks, dotsOf, lineStyle, topOf } from './lines'
import type { Unit } from './metrics'
import { LayerPattern } from './Swatch'
import { onAxis } from './units'

interface Props {
  title: string
  names: BucketName[]
  series: Series[]
  unit: Unit
  /** Stacked columns rather than lines. */
  layers: boolean
}

const DIGIT_PX = 7.5

/** Room for the longest mark, so that none stands outside the figure. */
function axisWidth(marks: string[]): number {
  return 18 + DIGIT_PX * Math.max(...marks.map((mark) => mark.length))
}

type DotProps = { cx?: number; cy?: number | null; index?: number; stroke?: string }

function dotWhere(shown: Set<number>) {
  return ({ cx, cy, index = -1, stroke }: DotProps) =>
    shown.has(index) && cy !== null ? (
      <circle key={index} cx={cx} cy={cy} r={4} fill="var(--surface)" stroke={stroke} strokeWidth={2} />
    ) : (
      <g key={index} />
    )
}

/**
 * Lines or stacked columns over time, drawn at the width there is. The arrow
 * keys walk along the buckets and the numbers are spoken. The library comes in
 * its own chunk.
 */
export default function SeriesChart({ title, names, series, unit, layers }: Props) {
  const id = useId()
  const data = names.map(({ full }, row) => ({
    full,
    row,
    ...Object.fromEntries(series.map(({ values }, index) => [`s${index}`, values[row] ?? null])),
  }))
  const ticks = axisTicks(topOf(series, layers), unit)
  const axis = new Map(names.map((name) => [name.full, name.axis]))
  const spoken = { 'aria-label': `${title}. Use the arrow keys to read the points.` }
  const margin = { top: 10, right: 4, bottom: 0, left: 0 }
  const common = {
    className: chartClasses.chart,
    data,
    dataKey: 'full',
    yAxisProps: {
      tickFormatter: (mark: number) => onAxis(mark, unit),
      width: axisWidth(ticks.map((mark) => onAxis(mark, unit))),
      ticks,
      domain: [0, ticks.at(-1) ?? 1],
      interval: 0 as const,
    },
    xAxisProps: {
      tickFormatter: (full: string) => axis.get(full) ?? full,
      minTickGap: 16,
      padding: { right: 12, left: 12 },
    },
    gridProps: { strokeDasharray: '0' },
    gridColor: 'var(--line)',
    textColor: 'var(--muted)',
    tooltipProps: {
      content: ({ label, payload }: { label?: unknown; payload?: readonly { payload?: { row: number } }[] }) => {
        const row = payload?.[0]?.payload?.row
        if (row === undefined) return null
        return <ChartTip name={String(label)} series={series} row={row} unit={unit} layers={layers} />
      },
    },
  }

  if (layers) {
    return (
      <>
        <svg width="0" height="0" className={chartClasses.patterns} aria-hidden="true">
          <defs>
            {series.map(({ key }, index) => (
              <LayerPattern key={key} id={`${id}${index}`} index={index} />
            ))}
          </defs>
        </svg>
        <BarChart
          {...common}
          type="stacked"
          series={series.map(({ label }, index) => ({ name: `s${index}`, label, color: `url(#${id}${index})` }))}
          maxBarWidth={56}
          barChartProps={{ tabIndex: 0, margin, ...spoken }}
        />
      </>
    )
  }
  return (
    <LineChart
      {...common}
      series={series.map(({ label }, index) => {
        const { color, dash } = lineStyle(index)
        return { name: `s${index}`, label, color, strokeDasharray: dash }
      })}
      curveType="linear"
      connectNulls={false}
      strokeWidth={2.25}
      lineProps={(line) => ({
        dot: dotWhere(dotsOf(series[Number(line.name.slice(1))] ?? { key: '', label: '', values: [] })),
      })}
      activeDotProps={{ r: 5 }}
      lineChartProps={{ tabIndex: 0, margin, ...spoken }}
    />
  )
}
