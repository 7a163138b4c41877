import { ACTIVITIES, ACTIVITY_NAMES, type ActivityName } from './activities'
import { Choices } from './Choices'

interface Props {
  value: ActivityName | undefined
  /** Nothing is alive on the farm: planting is all that can be done. */
  plantOnly: boolean
  onChange: (activity: ActivityName) => void
}

export function ActivityChoice({ value, plantOnly, onChange }: Props) {
  return (
    <Choices
      legend="What was done"
      name="activity"
      shape="tiles"
      value={value ?? ''}
      choices={ACTIVITY_NAMES.map((name) => ({
        ...ACTIVITIES[name],
        value: name,
        disabled: plantOnly && name !== 'plant',
        wide: name === 'split',
      }))}
      onChange={(name) => onChange(name as ActivityName)}
    />
  )
}
