import { useId } from 'react'
import { Bar, BarChart, CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
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
  const common = {
    data,
    margin: { top: 10, right: 4, bottom: 0, left: 0 },
    tabIndex: 0,
    'aria-label': `${title}. Use the arrow keys to read the points.`,
  }
  const shared = (
    <>
      <XAxis
        dataKey="full"
        tickFormatter={(full: string) => axis.get(full) ?? full}
        tick={{ transform: 'translate(0, 10)' }}
        tickLine={false}
        stroke=""
        interval="preserveStartEnd"
        minTickGap={16}
        padding={{ right: 12, left: 12 }}
      />
      <YAxis
        tickFormatter={(mark: number) => onAxis(mark, unit)}
        tick={{ transform: 'translate(-10, 0)' }}
        tickLine={{ stroke: 'var(--line)' }}
        axisLine={false}
        width={axisWidth(ticks.map((mark) => onAxis(mark, unit)))}
        ticks={ticks}
        domain={[0, ticks.at(-1) ?? 1]}
        interval={0}
      />
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <Tooltip
        position={{ y: 0 }}
        isAnimationActive={false}
        cursor={{ stroke: 'var(--line)', strokeWidth: 1, fill: 'var(--chart-cursor)' }}
        content={({ label, payload }) => {
          const row: number | undefined = payload?.[0]?.payload?.row
          if (row === undefined) return null
          return <ChartTip name={String(label)} series={series} row={row} unit={unit} layers={layers} />
        }}
      />
    </>
  )

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
        <div className={chartClasses.chart}>
          <ResponsiveContainer>
            <BarChart {...common} maxBarSize={56}>
              {shared}
              {series.map(({ key, label }, index) => (
                <Bar
                  key={key}
                  name={label}
                  dataKey={`s${index}`}
                  stackId="stack"
                  fill={`url(#${id}${index})`}
                  isAnimationActive={false}
                />
              ))}
            </BarChart>
          </ResponsiveContainer>
        </div>
      </>
    )
  }
  return (
    <div className={chartClasses.chart}>
      <ResponsiveContainer>
        <LineChart {...common}>
          {shared}
          {series.map((one, index) => {
            const { color, dash } = lineStyle(index)
            return (
              <Line
                key={one.key}
                name={one.label}
                dataKey={`s${index}`}
                type="linear"
                stroke={color}
                strokeWidth={2.25}
                strokeDasharray={dash}
                dot={dotWhere(dotsOf(one))}
                activeDot={{ r: 5, fill: color, stroke: color }}
                isAnimationActive={false}
              />
            )
          })}
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}
