import type { ReactNode } from 'react'
import { Check } from '@/shared/ui/Check'
import { ACTIVITIES, type Activity, type FarmType, isOpen, toggled } from './activities'
import classes from './Form.module.css'

interface Props {
  type: FarmType
  chosen: Activity[]
  onChange: (activities: Activity[]) => void
  error?: ReactNode
}

const HINTS: Record<FarmType, string> = {
  '': 'Choose the type first.',
  farm: 'What it does with its shellfish. A farm has exactly one.',
  distributor: 'What it does with its shellfish. Choose any number. Receive, Order and Process are fixed.',
}

/** One choice for a farm (radios), several for a distributor (checkboxes). */
export function ActivityPicker({ type, chosen, onChange, error }: Props) {
  return (
    <fieldset className={classes.activities}>
      <legend>Activities</legend>
      <p className="quiet">{HINTS[type]}</p>
      <div className={classes.choices}>
        {ACTIVITIES.map((activity) => (
          <Check
            key={activity}
            shape="chip"
            type={type === 'farm' ? 'radio' : 'checkbox'}
            name="activities"
            label={activity}
            checked={chosen.includes(activity)}
            disabled={!isOpen(type, activity)}
            onChange={() => onChange(toggled(type, chosen, activity))}
          />
        ))}
      </div>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
