import type { UploadCounts } from '@/api'
import { MISSING_CHOICES } from '@/shared/lib/notFound'
import { counted } from '@/shared/lib/numbers'
import { Check } from '@/shared/ui/Check'
import classes from './Upload.module.css'

interface Props {
  /** How many counts share their day with what takes animals. */
  sameDay: number
  counts: UploadCounts
  onCounts: (counts: UploadCounts) => void
}

const ORDERS = [
  { after: false, label: 'No, we counted first' },
  { after: true, label: 'Yes, we harvested first' },
]

/** What a sheet does not say about its counts. */
export function CountQuestions({ sameDay, counts, onCounts }: Props) {
  return (
    <>
      {(sameDay > 0 || counts.countsAfter) && (
        <fieldset>
          <legend className={classes.legend}>Did you harvest before you counted?</legend>
          {sameDay > 0 && (
            <p className={classes.quiet}>
              {counted(sameDay, 'count is', 'counts are')} on a day with harvests, losses or moves out.
            </p>
          )}
          {ORDERS.map(({ after, label }) => (
            <Check
              key={label}
              type="radio"
              shape="line"
              name="countsAfter"
              label={label}
              checked={(counts.countsAfter ?? false) === after}
              onChange={() => onCounts({ ...counts, countsAfter: after })}
            />
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend className={classes.legend}>Animals that a count doesn't find</legend>
        {MISSING_CHOICES.map(({ value, label }) => (
          <Check
            key={value}
            type="radio"
            shape="line"
            name="missing"
            label={label}
            checked={counts.missing === value}
            onChange={() => onCounts({ ...counts, missing: value })}
          />
        ))}
      </fieldset>
    </>
  )
}
