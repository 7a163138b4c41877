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
import { TAG_EVENTS, type TagEventName } from '@/shared/lib/tagEvents'
import { todoOf } from '@/shared/lib/tagEventWords'
import { Choices } from '@/shared/ui/Choices'
import { Step } from '@/shared/ui/Step'

const TILES: Record<TagEventName, { icon: Icon; wide?: boolean }> = {
  harvest: { icon: IconBasket },
  receive: { icon: IconPackageImport },
  ship: { icon: IconTruckDelivery },
  ice: { icon: IconSnowflake },
  temperature: { icon: IconTemperature, wide: true },
  split: { icon: IconArrowsSplit2 },
  retag: { icon: IconReplace },
  commingle: { icon: IconArrowMerge, wide: true },
  'wet-storage-in': { icon: IconBucketDroplet },
  'wet-storage-out': { icon: IconBucket },
  void: { icon: IconArrowBackUp, wide: true },
}

const tileOf = (event: TagEventName) => ({ ...TILES[event], label: todoOf(event) })

const LEGEND = 'What was done'

interface Props {
  value: TagEventName | undefined
  onChange: (event: TagEventName) => void
}

export function EventChoice({ value, onChange }: Props) {
  return (
    <Step legend={LEGEND} made={value ? tileOf(value) : null} others refused={false}>
      {(choosing) => (
        <Choices
          {...choosing}
          legend={LEGEND}
          name="event"
          shape="tiles"
          value={value ?? ''}
          choices={TAG_EVENTS.map((name) => ({ ...tileOf(name), value: name }))}
          onChange={(name) => onChange(name as TagEventName)}
        />
      )}
    </Step>
  )
}
