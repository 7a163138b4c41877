import {
  createReactComponent,
  type Icon,
  IconArrowsSplit2,
  IconBasket,
  IconListNumbers,
  IconRulerMeasure,
  IconSeedling,
  IconTransfer,
} from '@tabler/icons-react'
import { Choices } from '@/shared/ui/Choices'
import { Step } from '@/shared/ui/Step'
import { ACTIVITY_NAMES, type ActivityName } from './names'

/** An open shell with nothing in it: no icon of the set says that an animal is gone. */
const IconEmptyShell = createReactComponent('outline', 'empty-shell', 'EmptyShell', [
  ['path', { d: 'M3 14C5 7 12 3 20.5 4.5 17 9 10 13 3 14Z', key: 'upper' }],
  ['path', { d: 'M3 14c6 1 13 1 18-.5-1 5-6 7-10.5 6.5C7 19.5 4.5 17 3 14Z', key: 'lower' }],
])

const ACTIVITIES: Record<ActivityName, { label: string; icon: Icon }> = {
  plant: { label: 'Plant', icon: IconSeedling },
  count: { label: 'Count', icon: IconListNumbers },
  size: { label: 'Size', icon: IconRulerMeasure },
  move: { label: 'Move', icon: IconTransfer },
  split: { label: 'Grade or split', icon: IconArrowsSplit2 },
  harvest: { label: 'Harvest', icon: IconBasket },
  loss: { label: 'Loss', icon: IconEmptyShell },
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
