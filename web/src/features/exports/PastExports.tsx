import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Export, exportsQuery, isUnderWay } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { buttonClass } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Failure } from '@/shared/ui/Failure'
import { Loading } from '@/shared/ui/Skeleton'
import { askedWords, exportName, isDownloadable, stateWords } from './model'
import classes from './PastExports.module.css'

interface Props {
  farmId: string
  timeZone?: string
}

/** The exports so far; while one is being made, its progress is shown. */
export function PastExports({ farmId, timeZone }: Props) {
  const past = useQuery(exportsQuery(farmId))
  return (
    <Card title="Past exports">
      {past.isError && <Failure query={past} />}
      {past.isLoading && <Loading height={160} />}
      {past.data?.length === 0 && (
        <EmptyState drawing="shell" title="Nothing has been exported yet.">
          <p>What you export is listed here, and can be downloaded again for a while.</p>
        </EmptyState>
      )}
      {past.data && past.data.length > 0 && (
        <ul>
          {past.data.map((one) => (
            <Row key={one._id} past={one} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Row({ past, timeZone }: { past: Export; timeZone?: string }) {
  const name = exportName(past.metric)
  const asked = `asked-${past._id}`
  return (
    <li className={classes.row} data-state={past.state}>
      <div className={classes.what}>
        <h3 className={classes.name}>{name}</h3>
        <p id={asked}>{askedWords(past)}</p>
        <p className={classes.note}>
          {formatInstant(past.createdAt, timeZone)}, to {past.email}
        </p>
      </div>
      <div className={classes.state}>
        <p>{stateWords(past)}</p>
        {isUnderWay(past) && (
          <progress
            className={classes.progress}
            max={100}
            value={past.percent}
            aria-label={`${name} is being prepared`}
          />
        )}
      </div>
      {isDownloadable(past, Date.now()) && (
        <a
          className={buttonClass({ variant: 'plain' })}
          href={past.url ?? ''}
          download
          aria-label={`Download ${name}`}
          aria-describedby={asked}
        >
          <IconDownload size={18} aria-hidden />
          Download
        </a>
      )}
    </li>
  )
}
