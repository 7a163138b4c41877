import { type ReactNode, useState } from 'react'
import type { Farm, Square } from '@/api'
import { ExplainedSheet, figureOfSquare } from '@/features/reports'

interface Props {
  farm: Farm
  /** The growing area that is shown; empty for all. */
  area: string
  children: (onExplain: (square: Square) => void) => ReactNode
}

/** Squares, and the sheet in which the number of one opens. */
export function ExplainedSquares({ farm, area, children }: Props) {
  const [square, setSquare] = useState<Square | null>(null)
  return (
    <>
      {children(setSquare)}
      <ExplainedSheet farm={farm} asked={square && figureOfSquare(square, area)} onClose={() => setSquare(null)} />
    </>
  )
}
