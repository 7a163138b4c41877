import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { askForTagging, endAsking, errorMessage, type FarmRecord, useFarmCache, useMay } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { AskFirst } from '@/shared/ui/AskFirst'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Notice } from '@/shared/ui/Notice'
import { Saved } from '@/shared/ui/Saved'
import classes from './Offer.module.css'

/** Asks the team for tagging, once while nobody has answered, and takes that back. */
export function AskCard({ farm }: { farm: FarmRecord }) {
  const { _id, taggingRequest: asked, timeZone } = farm
  const cache = useFarmCache(_id)
  const may = useMay('change')
  const [sent, setSent] = useState(false)
  const ask = useMutation({
    mutationFn: () => askForTagging(_id),
    onSuccess: (answer) => {
      cache.keep(answer)
      setSent(true)
    },
  })
  const end = useMutation({
    mutationFn: () => endAsking(_id),
    onSuccess: (answer) => {
      cache.keep(answer)
      setSent(false)
    },
  })
  const waits = asked?.outcome === ''
  return (
    <Card title="Ask for it">
      {sent && <Saved onDismiss={() => setSent(false)}>Thank you. We have been told, and will call you.</Saved>}
      <div className={classes.words}>
        <p>
          {waits
            ? `Asked by ${asked.by}, ${formatInstant(asked.date, timeZone)}. Nobody has answered yet.`
            : 'Asking costs nothing. We call you and set tagging up with you; it begins once its setup invoice is paid.'}
        </p>
        {asked?.outcome === 'answered' && asked.answeredAt && (
          <p className="quiet">You asked before, and were answered {formatInstant(asked.answeredAt, timeZone)}.</p>
        )}
        {ask.isError && <Notice kind="error">{errorMessage(ask.error)}</Notice>}
        {may && (
          <p>
            {waits ? (
              <AskFirst label="Take it back" action="Take it back" work={end}>
                We do not call you about tagging then. You can ask again.
              </AskFirst>
            ) : (
              <Button loading={ask.isPending} onClick={() => ask.mutate()}>
                Ask for tagging
              </Button>
            )}
          </p>
        )}
      </div>
    </Card>
  )
}
