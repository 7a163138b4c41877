import classes from './Explainable.module.css'
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
  if (!figure || !onExplain) return words
  return (
    <button type="button" className={classes.number} aria-haspopup="dialog" onClick={() => onExplain(figure, name)}>
      {words}
    </button>
  )
}
