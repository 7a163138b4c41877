import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { isMissing } from '@/api'
import { type FarmSection, LIST_PATH } from '@/shared/lib/farmPaths'
import { Failure } from '@/shared/ui/Failure'
import { Notice } from '@/shared/ui/Notice'
import classes from './FarmDetail.module.css'

interface Props {
  section: FarmSection
  query: ComponentProps<typeof Failure>['query']
}

const BACK: Record<FarmSection, string> = { manage: 'See your farms', farms: 'Go Back' }

/** Why a farm cannot be shown, and the way back (FARM-1). For a farm that does not exist there is no Retry. */
export function FarmTrouble({ section, query }: Props) {
  const { error } = query
  const missing = isMissing(error)
  return (
    <>
      {missing ? <Notice kind="error">{error.message}</Notice> : <Failure query={query} />}
      <p className={classes.back}>
        <Link to={LIST_PATH[section]}>{BACK[section]}</Link>
      </p>
    </>
  )
}
