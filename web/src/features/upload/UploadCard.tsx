import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { errorMessage, type Upload } from '@/api'
import { DETAIL_PATH, type FarmSection } from '@/shared/lib/farmPaths'
import { counted } from '@/shared/lib/numbers'
import { Button, buttonClass } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Failure } from '@/shared/ui/Failure'
import { Notice } from '@/shared/ui/Notice'
import { Loading } from '@/shared/ui/Skeleton'
import { BadRows } from './BadRows'
import { Obstacles } from './Obstacles'
import { Preview } from './Preview'
import { Relation } from './Relation'
import { UndoUpload } from './UndoUpload'
import classes from './Upload.module.css'
import { useCounts, useDecision, useUpload } from './useUpload'
import { isUnderWay, progressWords, stateWords } from './words'

interface Props {
  section: FarmSection
  farmId: string
  uploadId: string
  /** Called once it is confirmed or cancelled, when what was said on its arrival no longer applies. */
  onDecision: () => void
  /** Back to choosing a file. */
  onAnother: () => void
  /** Shows another upload. */
  onUpload: (uploadId: string) => void
  timeZone?: string
}

/** One upload: what it would do, how far along it is, what became of it. */
export function UploadCard({ uploadId, ...props }: Props) {
  const { farmId, onAnother } = props
  const upload = useUpload(farmId, uploadId)
  if (!upload.data) {
    if (!upload.isError) return <UploadSkeleton />
    return (
      <>
        <Failure query={upload} />
        <p className={classes.another}>
          <Button variant="plain" onClick={onAnother}>
            Upload a file
          </Button>
        </p>
      </>
    )
  }
  return (
    <Card>
      <div className={classes.form}>
        <h2 className={classes.filename}>
          {upload.data.undoes ? `Undo of ${upload.data.filename}` : upload.data.filename}
        </h2>
        {upload.isError && <Notice kind="info">{errorMessage(upload.error)} It goes on without this page.</Notice>}
        <Stage {...props} upload={upload.data} />
      </div>
    </Card>
  )
}

type StageProps = Omit<Props, 'uploadId'> & { upload: Upload }

function Stage({ section, farmId, upload, onDecision, onAnother, onUpload, timeZone }: StageProps) {
  const { confirm, cancel, error } = useDecision(farmId, upload, onDecision)
  const { counts, choose, checking, error: unchecked } = useCounts(farmId, upload)
  const blocked = upload.mode === 'all' && upload.refused > 0
  const another = (
    <Button variant="plain" onClick={onAnother}>
      Upload another file
    </Button>
  )
  return (
    <>
      {isUnderWay(upload) && <Progress upload={upload} />}
      {upload.state === 'preview' && upload.summary && (
        <Preview upload={upload} summary={upload.summary} counts={counts} onCounts={choose} />
      )}
      {upload.state === 'done' && <Result upload={upload} />}
      {(upload.state === 'cancelled' || upload.state === 'failed') && <Ended upload={upload} />}
      {!isUnderWay(upload) && <BadRows farmId={farmId} upload={upload} />}
      {upload.obstacles.length > 0 && <Obstacles section={section} farmId={farmId} upload={upload} />}
      <Relation section={section} farmId={farmId} upload={upload} timeZone={timeZone} />
      {(error ?? unchecked) && <Notice kind="error">{errorMessage(error ?? unchecked)}</Notice>}
      <div className={classes.buttons}>
        {upload.state === 'preview' && (
          <Button
            onClick={() => confirm.mutate({ mode: blocked ? 'skip' : upload.mode, missing: counts.missing })}
            loading={confirm.isPending}
            disabled={cancel.isPending || checking}
          >
            {blocked ? 'Import without the bad rows' : 'Import'}
          </Button>
        )}
        {(isUnderWay(upload) || upload.state === 'preview') && (
          <Button
            variant="plain"
            onClick={() => cancel.mutate()}
            loading={cancel.isPending}
            disabled={confirm.isPending}
          >
            Cancel
          </Button>
        )}
        {upload.state === 'done' && (
          <Link to={DETAIL_PATH[section]} params={{ farmId }} search={{ tab: 'reports' }} className={buttonClass()}>
            See the reports
          </Link>
        )}
        {!isUnderWay(upload) && upload.state !== 'preview' && another}
        {upload.undoable && <UndoUpload farmId={farmId} upload={upload} onUndoing={onUpload} />}
      </div>
    </>
  )
}

/** What the import has changed, in numbers. */
function Result({ upload }: { upload: Upload }) {
  const { recorded, skipped, refused } = upload
  if (upload.undoes) return <Outcome title={upload.message} />
  if (recorded === 0) {
    return <Outcome title="Nothing changed.">{skipped > 0 && beforeWords(skipped)}</Outcome>
  }
  return (
    <Outcome title={`${counted(recorded, 'activity', 'activities')} recorded.`}>
      {[
        skipped > 0 && `${counted(skipped, 'was', 'were')} recorded before.`,
        refused > 0 && `${counted(refused, 'row was', 'rows were')} left out.`,
      ]
        .filter(Boolean)
        .join(' ')}
    </Outcome>
  )
}

function beforeWords(skipped: number): string {
  if (skipped === 1) return 'The only activity of the file was recorded before.'
  return `All ${counted(skipped, 'activity', 'activities')} of the file were recorded before.`
}

/** Why nothing was recorded, in the server's words. */
function Ended({ upload }: { upload: Upload }) {
  return <Outcome title={upload.message || 'Nothing was recorded.'} />
}

function Outcome({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div role="status" className={classes.outcome}>
      <p className={classes.sentence}>{title}</p>
      {children && <p className={classes.quiet}>{children}</p>}
    </div>
  )
}

function UploadSkeleton() {
  return <Loading height={320} shape="card" />
}

/** How far along it is, as a bar and in words. */
function Progress({ upload }: { upload: Upload }) {
  const { state, rows, percent } = upload
  const known = state !== 'waiting' && rows > 0
  const words = state === 'waiting' ? 'It begins as soon as the one before it is done.' : progressWords(upload)
  return (
    <div className={classes.progress}>
      <p className={classes.stage}>{stateWords(upload)}</p>
      <progress
        aria-label={stateWords(upload)}
        aria-valuetext={words}
        max={100}
        value={known ? Math.floor(percent) : undefined}
        className={classes.bar}
      />
      <p className={classes.quiet}>{words}</p>
    </div>
  )
}
