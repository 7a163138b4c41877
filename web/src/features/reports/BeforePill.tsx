import pill from '@/shared/ui/Pill.module.css'
import classes from './BeforePill.module.css'

interface Props {
  before?: 'year'
  onChange: (part: { before?: 'year' }) => void
  /** There is room for all of its name. */
  whole: boolean
}

/** Whether beside each number stands that of the same days a year before. */
export function BeforePill({ before, onChange, whole }: Props) {
  return (
    <button
      type="button"
      className={`${pill.pill} ${classes.before}`}
      aria-label="Same period last year"
      aria-pressed={before === 'year'}
      onClick={() => onChange({ before: before ? undefined : 'year' })}
    >
      {whole ? 'Same period last year' : 'Last year'}
    </button>
  )
}
