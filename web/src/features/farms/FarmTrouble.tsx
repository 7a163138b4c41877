import { Link } from '@tanstack/react-router'
import { ApiError, errorMessage } from '@/api'
import { type FarmSection, LIST_PATH } from '@/shared/lib/farmPaths'
import { Failure } from '@/shared/ui/Failure'
import { Notice } from '@/shared/ui/Notice'
import classes from './FarmDetail.module.css'

interface Props {
  section: FarmSection
  error: Error
  onRetry: () => void
  retrying: boolean
}

const BACK: Record<FarmSection, string> = { manage: 'See your farms', farms: 'Go Back' }

/** Why a farm cannot be shown, and the way back (FARM-1). What is not there is not asked for again. */
export function FarmTrouble({ section, error, onRetry, retrying }: Props) {
  const missing = error instanceof ApiError && error.status === 404
  const message = errorMessage(error)
  return (
    <>
      {missing ? (
        <Notice kind="error">{message}</Notice>
      ) : (
        <Failure message={message} onRetry={onRetry} retrying={retrying} />
      )}
      <p className={classes.back}>
        <Link to={LIST_PATH[section]}>{BACK[section]}</Link>
      </p>
    </>
  )
}
