import { type ReactNode, useState } from 'react'
import type { Farm } from '@/api'
import { type AskedFigure, ExplainedSheet } from '@/features/reports'

interface Props {
  farm: Farm
  children: (onExplain: (figure: AskedFigure) => void) => ReactNode
}

/** What shows numbers, and the sheet in which one of them opens. */
export function ExplainedFigures({ farm, children }: Props) {
  const [asked, setAsked] = useState<AskedFigure | null>(null)
  return (
    <>
      {children(setAsked)}
      <ExplainedSheet farm={farm} asked={asked} onClose={() => setAsked(null)} />
    </>
  )
}
