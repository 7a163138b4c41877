import { useRef } from 'react'
import type { Growth } from '@/api'
import { exact, short } from '@/shared/lib/numbers'
import { axisTicks } from '../lines'
import { TOP } from '../plot'
import { useSize } from '../useSize'
import classes from './Growth.module.css'

const LEFT = 56
const BELOW = 44
const GAP = 2
/** Room for the name of a border between bins. */
const NAME = 36

interface Props {
  bins: Growth['distribution']['bins']
  market: number
}

/** How many living animals are of which length; those of market size are filled, the others lighter. */
export function Histogram({ bins, market }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(box)
  const first = bins[0]?.fromMm ?? 0
  const last = bins.at(-1)?.toMm ?? 1
  const ticks = axisTicks(Math.max(...bins.map(({ animals }) => animals)), 'animals')
  const bottom = height - BELOW
  const x = (mm: number) => LEFT + ((mm - first) / (last - first)) * (width - LEFT - 8)
  const y = (animals: number) => bottom - (animals / (ticks.at(-1) ?? 1)) * (bottom - TOP)
  const step = Math.ceil((NAME * (bins.length + 1)) / (width - LEFT))
  const borders = [...bins.map(({ fromMm }) => fromMm), last].filter((_, at) => at % step === 0)
  const within = market >= first && market <= last
  return (
    <div ref={box} className={classes.chart}>
      <svg
        role="img"
        aria-label={`Living animals by length, from ${exact(first)} to ${exact(last)} mm`}
        viewBox={`0 0 ${width} ${height}`}
      >
        <path d={ticks.map((tick) => `M${LEFT - 6},${y(tick)}H${width}`).join('')} stroke="var(--line)" />
        <g textAnchor="end">
          {ticks.map((tick) => (
            <text key={tick} x={LEFT - 12} y={y(tick)} dy="0.355em">
              {short(tick)}
            </text>
          ))}
        </g>
        {bins.map(({ fromMm, toMm, animals }) => (
          <rect
            key={fromMm}
            x={x(fromMm) + GAP / 2}
            y={y(animals)}
            width={Math.max(x(toMm) - x(fromMm) - GAP, 1)}
            height={bottom - y(animals)}
            fill="var(--series-1)"
            fillOpacity={fromMm >= market ? 1 : 0.45}
          >
            <title>{`${exact(fromMm)} to ${exact(toMm)} mm: ${exact(Math.round(animals))}`}</title>
          </rect>
        ))}
        {within && <path d={`M${x(market)},${TOP}V${bottom}`} stroke="var(--ink)" strokeDasharray="6 4" />}
        <g textAnchor="middle">
          {borders.map((border) => (
            <text key={border} x={x(border)} y={bottom + 20}>
              {exact(border)}
            </text>
          ))}
        </g>
        <text x={width} y={height - 2} textAnchor="end">
          Length in mm{within ? '; the dashed line is market size' : ''}
        </text>
      </svg>
    </div>
  )
}
