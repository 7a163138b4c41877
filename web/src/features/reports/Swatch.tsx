import { useId } from 'react'
import type { Series } from './figure'
import { layerStyle, lineStyle } from './lines'
import classes from './Swatch.module.css'

interface PatternProps {
  id: string
  index: number
  series: Partial<Pick<Series, 'step' | 'key'>>
  /** Colours alone do not tell the layers apart. */
  rough: boolean
}

/** The fill of a layer, for use as url(#id): its colour, on paper with stripes, dots or bars. */
export function LayerPattern({ id, index, series, rough }: PatternProps) {
  const { color, pattern } = layerStyle(index, series)
  return (
    <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse" stroke="var(--surface)">
      <rect width="8" height="8" fill={color} stroke="none" />
      <g className={rough ? undefined : classes.onPaper}>
        {pattern === 'stripes' && <path d="M-2 2l4-4M0 8l8-8M6 10l4-4" strokeWidth="1.25" />}
        {pattern === 'dots' && <path d="M2 2h.01M6 6h.01" strokeWidth="2" strokeLinecap="round" />}
        {pattern === 'bars' && <path d="M0 4h8" strokeWidth="1.25" />}
      </g>
    </pattern>
  )
}

interface Props {
  index: number
  series: Partial<Pick<Series, 'step' | 'key'>>
  /** A layer of columns rather than a line. */
  layer: boolean
  rough?: boolean
}

/** A small sample of the line or layer, beside its name. */
export function Swatch({ index, series, layer, rough = false }: Props) {
  const id = useId()
  if (layer) {
    return (
      <svg width="16" height="16" aria-hidden="true">
        <LayerPattern id={id} index={index} series={series} rough={rough} />
        <rect width="16" height="16" rx="4" fill={`url(#${id})`} />
      </svg>
    )
  }
  const { color, dash } = lineStyle(index, series)
  return (
    <svg width="28" height="10" aria-hidden="true">
      <line x1="1" y1="5" x2="27" y2="5" stroke={color} strokeWidth="2.5" strokeDasharray={dash} />
    </svg>
  )
}
