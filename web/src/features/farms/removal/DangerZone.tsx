import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, cleanFarm, contentsQuery, deleteFarm, errorMessage, type Farm, farmQuery, useOnce } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Notice } from '@/shared/ui/Notice'
import { Saved } from '@/shared/ui/Saved'
import classes from './DangerZone.module.css'
import { RemovalDialog } from './RemovalDialog'
import { RemovalProgress } from './RemovalProgress'
import { type Removal, reportOf } from './removal'

/** What a person confirmed, having seen what would be lost. */
interface Confirmed {
  removal: Removal
  seen: string
}

/** Cleans or deletes. What the cache still holds of a deleted farm goes when its page is left. */
function useRemoval(farm: Farm) {
  const client = useQueryClient()
  const { queryKey } = farmQuery(farm._id)
  const send = useOnce(({ removal, seen }: Confirmed, key) =>
    removal === 'clean' ? cleanFarm(farm._id, seen, key) : deleteFarm(farm._id, seen, key),
  )
  return useMutation({
    mutationFn: send,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 412) return client.refetchQueries(contentsQuery(farm._id))
    },
    onSuccess: (_, { removal }) => client.invalidateQueries({ queryKey: removal === 'clean' ? queryKey : ['farms'] }),
  })
}

/** For staff: Clean and Delete (AFARM-6). */
export function DangerZone({ farm }: { farm: Farm }) {
  const [asked, setAsked] = useState<Removal | null>(null)
  const [report, setReport] = useState('')
  const client = useQueryClient()
  const navigate = useNavigate()
  const work = useRemoval(farm)
  /** Reports to those still here: a clean on this page, a delete on the list that it leads to. */
  const done = async (answer: Parameters<typeof reportOf>[2], { removal }: Confirmed) => {
    const text = reportOf(removal, farm.name, answer)
    if (removal === 'clean') {
      setAsked(null)
      return setReport(text)
    }
    // What was typed on its page belongs to what has gone.
    await navigate({ to: '/farms', state: { notice: text }, ignoreBlocker: true })
    client.removeQueries({ queryKey: farmQuery(farm._id).queryKey })
  }
  const closed = work.isPending || farm.beingCleaned !== undefined
  const ask = (removal: Removal) => {
    work.reset()
    setReport('')
    setAsked(removal)
  }
  return (
    <Card title="Danger zone">
      {report && (
        <Saved onDismiss={() => setReport('')} className={classes.report}>
          {report}
        </Saved>
      )}
      {!asked && work.isPending && <RemovalProgress removal={work.variables.removal} />}
      {!asked && work.isError && <Notice kind="error">{errorMessage(work.error)}</Notice>}
      <ul className={classes.choices}>
        <li>
          <span>
            <b>Clean</b> removes everything that was recorded: all groups, activities, leases and fill profiles. The
            farm and its people stay.
          </span>
          <Button variant="plain" disabled={closed} onClick={() => ask('clean')}>
            Clean
          </Button>
        </li>
        <li>
          <span>
            <b>Delete</b> removes the farm as well. It cannot be brought back.
          </span>
          <Button variant="plain" disabled={closed} onClick={() => ask('delete')}>
            Delete
          </Button>
        </li>
      </ul>
      {asked && (
        <RemovalDialog
          farm={farm}
          removal={asked}
          pending={work.isPending}
          error={work.error}
          onConfirm={(seen) => work.mutate({ removal: asked, seen }, { onSuccess: done })}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}
