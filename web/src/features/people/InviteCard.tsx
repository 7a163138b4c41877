import { useState } from 'react'
import { invite, type Level, type People } from '@/api'
import { InviteForm } from '@/forms'
import { Card } from '@/shared/ui/Card'
import { SelectField } from '@/shared/ui/FormFields'
import { aboutLevel, LEVELS } from './words'

const TITLE = 'Invite somebody'
const NOTE =
  'They get a link that works once, for a week, and choose a password themselves. Who has an account signs in to accept.'

interface Props {
  farmId: string
  onAnswer: (people: People) => void
}

/** Invites somebody to work with the farm. */
export function InviteCard({ farmId, onAnswer }: Props) {
  const [may, setMay] = useState<Level>('record')
  return (
    <Card title={TITLE}>
      <InviteForm
        label={TITLE}
        more={{ may }}
        send={(body, key) => invite(farmId, body, key)}
        onAnswer={onAnswer}
        note={NOTE}
      >
        <SelectField
          label="They may"
          name="may"
          value={may}
          choices={LEVELS}
          hint={aboutLevel(may)}
          onChange={(event) => setMay(event.currentTarget.value as Level)}
        />
      </InviteForm>
    </Card>
  )
}
