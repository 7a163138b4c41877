import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { handOver, type Person } from '@/api'
import { errorMessage } from '@/shared/lib/spoken'
import { Button } from '@/shared/ui/Button'
import { SelectField } from '@/shared/ui/FormFields'
import { Notice } from '@/shared/ui/Notice'
import { Sheet } from '@/shared/ui/Sheet'
import classes from './People.module.css'
import { shownName } from './words'

const THEN = [
  { value: 'reports', label: 'Record and see reports' },
  { value: 'record', label: 'Record' },
  { value: 'leave', label: 'Nothing: I leave this farm' },
] as const

type Then = (typeof THEN)[number]['value']

interface Props {
  open: boolean
  farmId: string
  person: Person
  onClose: () => void
  onDone: () => void
}

/** Hands the management of the farm to somebody else, in one step. */
export function HandOver({ open, farmId, person, onClose, onDone }: Props) {
  const [then, setThen] = useState<Then>('reports')
  const work = useMutation({ mutationFn: () => handOver(farmId, person._id, then), onSuccess: onDone })
  const name = shownName(person)
  return (
    <Sheet title={`Hand over to ${name}`} place="middle" open={open} onClose={onClose}>
      <div className={classes.form}>
        <p>{name} will manage this farm in your place, with its record, its invoices and these people.</p>
        <SelectField
          label="Afterwards I may"
          value={then}
          choices={THEN}
          onChange={(event) => setThen(event.currentTarget.value as Then)}
        />
        {work.error && <Notice kind="error">{errorMessage(work.error)}</Notice>}
        <div className={classes.buttons}>
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={work.isPending} onClick={() => work.mutate()}>
            Hand over
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
