import {
  type Icon,
  IconArrowBackUp,
  IconArrowMerge,
  IconArrowsSplit2,
  IconBasket,
  IconBucket,
  IconBucketDroplet,
  IconPackageImport,
  IconReplace,
  IconSnowflake,
  IconTemperature,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { Choices } from '@/shared/ui/Choices'
import { Step } from '@/shared/ui/Step'
import { EVENT_NAMES, type EventName } from './events'

const EVENTS: Record<EventName, { label: string; icon: Icon; wide?: boolean }> = {
  harvest: { label: 'Tag a harvest', icon: IconBasket },
  receive: { label: 'Receive', icon: IconPackageImport },
  ship: { label: 'Ship', icon: IconTruckDelivery },
  ice: { label: 'Ice', icon: IconSnowflake },
  temperature: { label: 'Temperature', icon: IconTemperature, wide: true },
  split: { label: 'Split', icon: IconArrowsSplit2 },
  retag: { label: 'Retag', icon: IconReplace },
  commingle: { label: 'Commingle', icon: IconArrowMerge, wide: true },
  'wet-storage-in': { label: 'Into wet storage', icon: IconBucketDroplet },
  'wet-storage-out': { label: 'Out of wet storage', icon: IconBucket },
  void: { label: 'Take back a mistaken tag', icon: IconArrowBackUp, wide: true },
}

const LEGEND = 'What was done'

interface Props {
  value: EventName | undefined
  onChange: (event: EventName) => void
}

export function EventChoice({ value, onChange }: Props) {
  return (
    <Step legend={LEGEND} made={value ? EVENTS[value] : null} others refused={false}>
      {(choosing) => (
        <Choices
          {...choosing}
          legend={LEGEND}
          name="event"
          shape="tiles"
          value={value ?? ''}
          choices={EVENT_NAMES.map((name) => ({ ...EVENTS[name], value: name }))}
          onChange={(name) => onChange(name as EventName)}
        />
      )}
    </Step>
  )
}
