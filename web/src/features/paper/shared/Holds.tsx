import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type FarmRecord, type Hold, removeHold, useFarmCache, useMay } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Confirm } from '@/shared/ui/Confirm'
import { Saved } from '@/shared/ui/Saved'
import { paperName } from './names'
import classes from './Paper.module.css'

/** What is not being shipped for now, and why (SUB-4). A hold for a payment goes on its own. */
export function Holds({ farm }: { farm: FarmRecord }) {
  const cache = useFarmCache(farm._id)
  const may = useMay('change')
  const [asked, setAsked] = useState<Hold | null>(null)
  const [removed, setRemoved] = useState('')
  const last = useRef<Hold | null>(null)
  if (asked) last.current = asked
  const remove = useMutation({
    mutationFn: ({ paperType }: Hold) => removeHold(farm._id, paperType),
    onSuccess: (answer, { paperType }) => {
      setAsked(null)
      cache.keep(answer)
      setRemoved(`The hold on ${paperName(paperType)} shipments has been removed.`)
    },
  })
  const ask = (hold: Hold | null) => {
    remove.reset()
    setAsked(hold)
  }
  if (farm.shipmentHolds.length === 0 && !removed) return null
  return (
    <Card title="Shipment holds">
      {removed && <Saved onDismiss={() => setRemoved('')}>{removed}</Saved>}
      <ul>
        {farm.shipmentHolds.map((hold) => (
          <li key={`${hold.paperType} ${hold.date}`} className={classes.hold}>
            <div>
              <b>{paperName(hold.paperType)}</b>
              <p className={classes.detail}>
                {hold.reason} Since {formatInstant(hold.date, farm.timeZone)}.
              </p>
              {hold.payment && <p>It is removed automatically when the open invoice is paid.</p>}
            </div>
            {!hold.payment && may && (
              <Button variant="plain" onClick={() => ask(hold)}>
                Remove {paperName(hold.paperType)} Shipment Hold
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Confirm
        open={asked !== null}
        action="Remove the hold"
        work={remove}
        onConfirm={() => asked && remove.mutate(asked)}
        onClose={() => ask(null)}
      >
        {paperName(last.current?.paperType ?? '')} paper will be shipped again, and waiting orders will be charged and
        sent.
      </Confirm>
    </Card>
  )
}
