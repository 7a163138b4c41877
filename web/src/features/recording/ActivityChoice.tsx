import {
  type Icon,
  IconArrowsSplit2,
  IconBasket,
  IconDropletDown,
  IconListNumbers,
  IconRulerMeasure,
  IconSeedling,
  IconTransfer,
} from '@tabler/icons-react'
import { ACTIVITY_NAMES, type ActivityName } from './activities'
import { Choices } from './Choices'
import { Step } from './Step'

const ACTIVITIES: Record<ActivityName, { label: string; icon: Icon }> = {
  plant: { label: 'Plant', icon: IconSeedling },
  count: { label: 'Count', icon: IconListNumbers },
  size: { label: 'Size', icon: IconRulerMeasure },
  move: { label: 'Move', icon: IconTransfer },
  split: { label: 'Grade or split', icon: IconArrowsSplit2 },
  harvest: { label: 'Harvest', icon: IconBasket },
  loss: { label: 'Loss', icon: IconDropletDown },
}

interface Props {
  value: ActivityName | undefined
  /** Nothing is alive on the farm: planting is all that can be done. */
  plantOnly: boolean
  onChange: (activity: ActivityName) => void
}

const LEGEND = 'What was done'

export function ActivityChoice({ value, plantOnly, onChange }: Props) {
  return (
    <Step legend={LEGEND} made={value ? ACTIVITIES[value] : null} others={!plantOnly} refused={false}>
      {(choosing) => (
        <Choices
          {...choosing}
          legend={LEGEND}
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
      )}
    </Step>
  )
}
