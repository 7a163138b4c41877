import { useEffect, useRef, useState } from 'react'
import { errorMessage, journalQuery, type Noted, useAnswers } from '@/api'
import { formatDay } from '@/shared/lib/days'
import { newId } from '@/shared/lib/newId'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Failure } from '@/shared/ui/Failure'
import { Notice } from '@/shared/ui/Notice'
import { Skeleton } from '@/shared/ui/Skeleton'
import classes from './Recent.module.css'
import { useRecording } from './useRecording'
import { notedPlace, notedTitle, undoEffect } from './words'

const FIRST = 10
const MOST = 100

/** What was recorded last, each with the way to undo it. */
export function Recent({ farmId }: { farmId: string }) {
  const [limit, setLimit] = useState(FIRST)
  const journal = useAnswers(journalQuery(farmId, limit))
  const { data } = journal
  return (
    <Card title="Recent activities">
      {journal.isError && (
        <Failure
          message={errorMessage(journal.error)}
          onRetry={() => journal.refetch()}
          retrying={journal.isFetching}
        />
      )}
      {journal.isPending && (
        <div role="status" className={classes.skeleton}>
          <span className="visually-hidden">Loading...</span>
          <Skeleton height={44} />
          <Skeleton height={44} />
          <Skeleton height={44} />
        </div>
      )}
      {data?.length === 0 && <p className={classes.none}>Nothing has been recorded yet.</p>}
      {data && data.length > 0 && (
        <ol className={classes.list}>
          {data.map((noted) => (
            <Entry key={noted.number} farmId={farmId} noted={noted} all={data} />
          ))}
        </ol>
      )}
      {data && data.length === limit && limit < MOST && (
        <Button variant="plain" wide loading={journal.stale && journal.isFetching} onClick={() => setLimit(MOST)}>
          Show more
        </Button>
      )}
    </Card>
  )
}

/** What has just appeared, in answer to a press on what is gone, takes the focus over. */
function focusIt(element: HTMLElement | null) {
  element?.focus()
}

interface EntryProps {
  farmId: string
  noted: Noted
  all: readonly Noted[]
}

function Entry({ farmId, noted, all }: EntryProps) {
  const [asked, setAsked] = useState('')
  const undo = useRecording(farmId)
  const title = notedTitle(noted, all)
  const entry = useRef<HTMLLIElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const undone = undo.isSuccess && noted.reversed
  const close = () => {
    setAsked('')
    undo.reset()
    requestAnimationFrame(() => button.current?.focus())
  }
  useEffect(() => {
    if (undone) entry.current?.focus()
  }, [undone])
  return (
    <li ref={entry} tabIndex={-1} className={classes.entry}>
      <div className={classes.row}>
        <div className={classes.what}>
          <p className={classes.title} data-undone={noted.reversed}>
            {title}
          </p>
          <p className={classes.place}>{notedPlace(noted)}</p>
          <p className={classes.place}>
            {formatDay(noted.date)}
            {noted.note && `: ${noted.note}`}
          </p>
        </div>
        {noted.reversed && <span className={classes.undone}>Undone</span>}
        {!noted.reversed && noted.activity !== 'correction' && !asked && (
          <Button ref={button} variant="plain" onClick={() => setAsked(newId())} aria-label={`Undo ${title}`}>
            Undo
          </Button>
        )}
      </div>
      {asked && !noted.reversed && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs.
        <div ref={focusIt} role="group" tabIndex={-1} aria-label={`Undo ${title}?`} className={classes.ask}>
          <p>Undo this? {undoEffect(noted)}</p>
          {undo.error && <Notice kind="error">{errorMessage(undo.error)}</Notice>}
          <div className={classes.buttons}>
            <Button
              loading={undo.isPending}
              onClick={() => undo.mutate({ id: asked, activity: 'correction', reverses: noted.number })}
            >
              Undo it
            </Button>
            <Button variant="plain" onClick={close}>
              Keep it
            </Button>
          </div>
        </div>
      )}
      {undone && <Notice kind="success">Undone. {undoEffect(noted)}</Notice>}
    </li>
  )
}
