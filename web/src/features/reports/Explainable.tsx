import { Opens } from '@/shared/ui/Opens'
import type { FigureAsk } from './explain'

export type OnExplain = (figure: FigureAsk, name: string) => void

interface Props {
  /** The number, as the table shows it. */
  words: string
  /** What it is: "Aug 2026, Lost" */
  name: string
  /** Left out where there is no number. */
  figure?: FigureAsk
  onExplain?: OnExplain
}

/** A number that opens to the entries that make it. */
export function Explainable({ words, name, figure, onExplain }: Props) {
  return <Opens onClick={figure && onExplain && (() => onExplain(figure, name))}>{words}</Opens>
}
