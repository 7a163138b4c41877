import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Upload, uploadsQuery } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { type FarmSection, UPLOAD_PATH } from '@/shared/lib/farmPaths'
import { counted } from '@/shared/lib/numbers'
import { Card } from '@/shared/ui/Card'
import { Failure } from '@/shared/ui/Failure'
import { Loading } from '@/shared/ui/Skeleton'
import classes from './PastUploads.module.css'
import { stateWords } from './words'

interface Props {
  section: FarmSection
  farmId: string
  chosen: string
  timeZone?: string
}

export function PastUploads({ section, farmId, chosen, timeZone }: Props) {
  const uploads = useQuery(uploadsQuery(farmId))
  const { data } = uploads
  return (
    <Card title="Past uploads">
      {uploads.isError && <Failure query={uploads} />}
      {uploads.isPending && <Loading height={120} />}
      {data?.length === 0 && <p className="quiet">None yet.</p>}
      {data && data.length > 0 && (
        <ul>
          {data.map((upload) => (
            <li key={upload._id} className={classes.item}>
              <Link
                to={UPLOAD_PATH[section]}
                params={{ farmId }}
                search={{ upload: upload._id }}
                aria-current={upload._id === chosen ? 'page' : undefined}
                className={classes.link}
              >
                {upload.undoes ? `Undo of ${upload.filename}` : upload.filename}
              </Link>
              <p className="quiet">
                {resultWords(upload)}
                <br />
                {formatInstant(upload.createdAt, timeZone)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function resultWords(upload: Upload): string {
  const { state, recorded, refused } = upload
  const parts = [stateWords(upload)]
  if (state === 'done' && recorded > 0) parts.push(counted(recorded, 'activity', 'activities'))
  if (refused > 0) parts.push(counted(refused, 'bad row'))
  return parts.join(', ')
}
