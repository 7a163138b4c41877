import { useRef } from 'react'
import type { Growth } from '@/api'
import { daysBetween } from '@/shared/lib/days'
import { axisTicks, lineStyle } from '../lines'
import { circle, namesWithRoom, TOP } from '../plot'
import { useSize } from '../useSize'
import classes from './Growth.module.css'
import { marksBetween } from './marks'

const LEFT = 48
const RIGHT = 12
const BELOW = 30

interface Props {
  /** The plantings to draw, each with a line of its own. */
  plantings: Growth['plantings']
  market: number
}

/** The size of each planting on the days on which it was measured, and the market size as a dashed line. */
export function Curves({ plantings, market }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(box)
  const days = plantings.flatMap(({ points }) => points.map(({ date }) => date)).sort()
  const [first = ''] = days
  const span = Math.max(daysBetween(first, days.at(-1) ?? first), 1)
  const largest = Math.max(market, ...plantings.flatMap(({ points }) => points.map((point) => point.mm)))
  const ticks = axisTicks(largest, 'mm')
  const bottom = height - BELOW
  const x = (day: string) => LEFT + (daysBetween(first, day) / span) * (width - LEFT - RIGHT)
  const y = (mm: number) => bottom - (mm / (ticks.at(-1) ?? 1)) * (bottom - TOP)
  const marks = marksBetween(first, days.at(-1) ?? first)
  const names = namesWithRoom(
    marks,
    marks.map(({ day }) => x(day)),
    width,
  )
  return (
    <div ref={box} className={classes.chart}>
      <svg
        role="img"
        aria-label="Mean length of each planting; the table below has the numbers"
        viewBox={`0 0 ${width} ${height}`}
      >
        <path d={ticks.map((tick) => `M${LEFT - 6},${y(tick)}H${width}`).join('')} stroke="var(--line)" />
        <g textAnchor="end">
          {ticks.map((tick) => (
            <text key={tick} x={LEFT - 12} y={y(tick)} dy="0.355em">
              {tick}
            </text>
          ))}
        </g>
        <g textAnchor="middle">
          {names.map(({ at, text }) => (
            <text key={at} x={Math.max(at, LEFT)} y={bottom + 22}>
              {text}
            </text>
          ))}
        </g>
        <path d={`M${LEFT},${y(market)}H${width}`} stroke="var(--ink)" strokeDasharray="6 4" />
        {plantings.map(({ groupId, points }, index) => {
          const { color, dash } = lineStyle(index)
          return (
            <g key={groupId} stroke={color} fill="none">
              <path
                d={points.map(({ date, mm }, at) => `${at ? 'L' : 'M'}${x(date)},${y(mm)}`).join('')}
                strokeWidth={2.25}
                strokeDasharray={dash}
              />
              {points.length < 40 && (
                <path
                  d={points.map(({ date, mm }) => circle(x(date), y(mm), 2.5)).join('')}
                  fill="var(--surface)"
                  strokeWidth={1.5}
                />
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}
