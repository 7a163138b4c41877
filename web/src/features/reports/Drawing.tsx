import { memo } from 'react'
import type { Series } from './figure'
import { lineStyle, textured } from './lines'
import type { Plot } from './plot'
import { LayerPattern } from './Swatch'

interface Props {
  plot: Plot
  series: Series[]
  layers: boolean
  /** The prefix of the layers' fill ids; each adds its number. */
  fill: string
}

/** From this width on, a hairline between the layers of a column takes nothing from them. */
const WIDE_COLUMN = 24

/** The axes, and the lines or layers: the part that stays the same as a person moves along the chart. */
export const Drawing = memo(
  ({ plot: { left, right, bottom, step, numbers, names, paths, before, mark, ends }, series, layers, fill }: Props) => {
    const rough = textured(series)
    return (
      <>
        <path d={numbers.map(({ at }) => `M${left - 6},${at}H${right}`).join('')} stroke="var(--line)" />
        <g data-axis="numbers" textAnchor="end">
          {numbers.map(({ at, text }) => (
            <text key={at} x={left - 18} y={at} dy="0.355em">
              {text}
            </text>
          ))}
        </g>
        <g data-axis="buckets" textAnchor="middle">
          {names.map(({ at, text }) => (
            <text key={at} x={at} y={bottom + 27}>
              {text}
            </text>
          ))}
        </g>
        {!layers &&
          before.map(({ key, shape, dots }) => (
            <Before key={key} shape={shape} dots={dots} {...styleAt(series, key)} />
          ))}
        {paths.map(({ key, shape, dots, parts }, index) => {
          const sized = series[index] ?? { key }
          const { color, dash } = lineStyle(index, sized)
          return layers ? (
            <g key={key}>
              <LayerPattern id={`${fill}${index}`} index={index} series={sized} rough={rough} />
              <path
                data-series
                d={shape}
                fill={`url(#${fill}${index})`}
                stroke="var(--surface)"
                strokeWidth={paths.length > 1 && step > WIDE_COLUMN ? 1 : 0}
              />
              {parts && (
                <path
                  data-part
                  d={parts}
                  fill={`url(#${fill}${index})`}
                  fillOpacity={0.35}
                  stroke={color}
                  strokeWidth={1.5}
                />
              )}
            </g>
          ) : (
            <g key={key} stroke={color}>
              <path data-series d={shape} fill="none" strokeWidth={2.25} strokeDasharray={dash} />
              {parts && <path data-part d={parts} fill="none" strokeWidth={1} strokeDasharray={dash} />}
              <path d={dots} fill="var(--surface)" strokeWidth={2} />
            </g>
          )
        })}
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus, and the legend says the same. */}
        <g data-ends aria-hidden="true">
          {ends.map(({ key, at, name, label, number }) => (
            <g key={key}>
              <path d={`M${right - 6},${at}L${right + 2},${name}`} stroke={styleAt(series, key).color} />
              <text x={right + 6} y={name} dy="0.355em">
                {label} <tspan>{number}</tspan>
              </text>
            </g>
          ))}
        </g>
        {layers && before.map(({ key, shape, dots }) => <Before key={key} shape={shape} dots={dots} color={INK} />)}
        {mark && <path data-mark d={mark} fill="none" stroke="var(--ink)" strokeWidth={1.5} strokeDasharray="2 5" />}
      </>
    )
  },
)

const INK = 'var(--ink)'

const styleAt = (series: Series[], key: string) => {
  const index = Math.max(
    0,
    series.findIndex((one) => one.key === key),
  )
  return lineStyle(index, series[index])
}

/** A line of the year before, lighter than that of these days. */
function Before({ shape, dots, color, dash }: { shape: string; dots: string; color: string; dash?: string }) {
  return (
    <g stroke={color} opacity={color === INK ? 0.8 : 0.45}>
      <path data-before d={shape} fill="none" strokeWidth={2} strokeDasharray={dash} />
      <path d={dots} fill="var(--surface)" strokeWidth={1.5} />
    </g>
  )
}
