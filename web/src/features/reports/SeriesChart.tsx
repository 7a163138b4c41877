import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react'
import { usePrinting } from '@/shared/ui/usePrinting'
import figure from './ChartFigure.module.css'
import { ChartTip } from './ChartTip'
import { Drawing } from './Drawing'
import { lineStyle } from './lines'
import { type Chart, circle, plotOf, rowAt, TOP } from './plot'
import classes from './SeriesChart.module.css'
import { useSize } from './useSize'

/** Where a key leads from a bucket; null for no bucket. */
const KEYS: Record<string, (row: number, last: number) => number | null> = {
  ArrowLeft: (row) => Math.max(row - 1, 0),
  ArrowRight: (row, last) => Math.min(row + 1, last),
  Home: () => 0,
  End: (_, last) => last,
  Escape: () => null,
}

const TIP_BESIDE = 10

/** Across a sheet, and 75 mm high. */
const ON_PAPER = { width: 700, height: 283 }

/** Lines or stacked columns over time, drawn to fit. The arrow keys move along the buckets, and the numbers are read out. */
export function SeriesChart({ title, ...chart }: Chart & { title: string }) {
  const { names, series, unit, layers, joined, before, mark, ends } = chart
  const box = useRef<HTMLDivElement>(null)
  const fill = useId()
  const onScreen = useSize(box)
  const size = usePrinting() ? ON_PAPER : onScreen
  const plot = useMemo(
    () => plotOf({ names, series, unit, layers, joined, before, mark, ends }, size),
    [names, series, unit, layers, joined, before, mark, ends, size],
  )
  const [chosen, choose] = useState<number | null>(null)
  const row = chosen !== null && chosen < names.length ? chosen : null
  const x = (row !== null && plot.middles[row]) || 0
  const beside = x > size.width / 2

  const point = ({ clientX, currentTarget }: PointerEvent) =>
    choose(rowAt(plot, clientX - currentTarget.getBoundingClientRect().left))
  const walk = (event: KeyboardEvent) => {
    const next = KEYS[event.key]
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    choose(next(row ?? -1, names.length - 1))
  }
  return (
    <div ref={box} className={`${figure.chart} ${classes.box}`}>
      <svg
        role="application"
        aria-label={`${title}. Use the arrow keys to read the points.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys walk along it.
        tabIndex={0}
        preserveAspectRatio="xMinYMid"
        viewBox={`0 0 ${size.width} ${size.height}`}
        onPointerDown={point}
        onPointerMove={point}
        // After a touch the numbers stay, so that they can be read.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && choose(null)}
        onPointerCancel={() => choose(null)}
        onFocus={() => choose(row ?? 0)}
        onBlur={() => choose(null)}
        onKeyDown={walk}
      >
        {row !== null && layers && (
          <rect
            x={x - plot.step / 2}
            y={TOP}
            width={plot.step}
            height={plot.bottom - TOP}
            fill="var(--chart-cursor)"
            stroke="var(--line)"
          />
        )}
        {row !== null && !layers && <path d={`M${x},${TOP}V${plot.bottom}`} stroke="var(--line)" />}
        <Drawing plot={plot} series={series} layers={layers} fill={fill} />
        {row !== null &&
          !layers &&
          series.map((one, index) => {
            const value = one.values[row] ?? null
            const { color } = lineStyle(index, one)
            return value !== null && <path key={one.key} d={circle(x, plot.y(value), 5)} fill={color} />
          })}
      </svg>
      <div role="status" className={classes.place} data-before={beside || undefined}>
        <span style={{ flexBasis: (beside ? size.width - x : x) + TIP_BESIDE }} />
        {row !== null && (
          <ChartTip
            name={names[row]?.full ?? ''}
            series={series}
            row={row}
            unit={unit}
            layers={layers}
            before={before}
            mark={mark?.[row]}
          />
        )}
      </div>
    </div>
  )
}
