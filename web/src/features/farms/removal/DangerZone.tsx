import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ApiError, cleanFarm, contentsQuery, deleteFarm, errorMessage, type Farm, farmQuery, useOnce } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Notice } from '@/shared/ui/Notice'
import { takeFocus } from '@/shared/ui/takeFocus'
import classes from './DangerZone.module.css'
import { RemovalProgress } from './RemovalProgress'
import { type Removal, reportOf } from './removal'

const RemovalDialog = lazy(() => import('./RemovalDialog'))

/** What somebody confirmed, having seen what would go. */
interface Confirmed {
  removal: Removal
  seen: string
}

/** Takes away and reports: a clean on this page, a delete on the list that it leads to. */
function useRemoval(farm: Farm, onCleaned: (report: string) => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { queryKey } = farmQuery(farm._id)
  const send = useOnce(({ removal, seen }: Confirmed, key) =>
    removal === 'clean' ? cleanFarm(farm._id, seen, key) : deleteFarm(farm._id, seen, key),
  )
  return useMutation({
    mutationFn: send,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 412) return client.refetchQueries(contentsQuery(farm._id))
    },
    onSuccess: async (answer, { removal }) => {
      const report = reportOf(removal, farm.name, answer)
      if (removal === 'clean') {
        await client.invalidateQueries({ queryKey })
        return onCleaned(report)
      }
      await client.invalidateQueries({ queryKey: ['farms'] })
      await navigate({ to: '/farms', state: { notice: report } })
      client.removeQueries({ queryKey })
    },
  })
}

/** Clean and Delete (AFARM-6), for staff. */
export function DangerZone({ farm }: { farm: Farm }) {
  const [asked, setAsked] = useState<Removal | null>(null)
  const [report, setReport] = useState('')
  const work = useRemoval(farm, (text) => {
    setAsked(null)
    setReport(text)
  })
  const closed = work.isPending || farm.beingCleaned !== undefined
  const ask = (removal: Removal) => {
    work.reset()
    setReport('')
    setAsked(removal)
  }
  return (
    <Card title="Danger zone">
      {report && (
        <div ref={takeFocus} tabIndex={-1} className={classes.report}>
          <Notice kind="success" onDismiss={() => setReport('')}>
            {report}
          </Notice>
        </div>
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
        <Suspense>
          <RemovalDialog
            farm={farm}
            removal={asked}
            pending={work.isPending}
            error={work.error}
            onConfirm={(seen) => work.mutate({ removal: asked, seen })}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </Card>
  )
}
