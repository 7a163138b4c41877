import { type Icon, IconBasket } from '@tabler/icons-react'
import { Choices } from '@/shared/ui/Choices'
import { Step } from '@/shared/ui/Step'
import { EVENT_NAMES, type EventName } from './events'

export const EVENTS: Record<EventName, { label: string; icon: Icon; wide?: boolean }> = {
  harvest: { label: 'Tag a harvest', icon: IconBasket },
}

const LEGEND = 'What was done'

interface Props {
  value: EventName | undefined
  onChange: (event: EventName) => void
}

export function EventChoice({ value, onChange }: Props) {
  return (
    <Step legend={LEGEND} made={value ? EVENTS[value] : null} others={EVENT_NAMES.length > 1} refused={false}>
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
