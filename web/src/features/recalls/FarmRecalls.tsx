import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { farmQuery, May, useMay } from '@/api'
import { type FarmSection, NEW_RECALL_PATH, RECALL_PATH } from '@/shared/lib/farmPaths'
import type { Paged } from '@/shared/lib/paging'
import { buttonClass } from '@/shared/ui/Button'
import { Failure } from '@/shared/ui/Failure'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import type { NewParams } from './Chooser'
import { CorrectRecall } from './CorrectRecall'
import { NewRecall, type Purpose } from './NewRecall'
import { Books, Requests, searchOf } from './RecallList'
import { RecallPage } from './RecallPage'
import classes from './Recalls.module.css'

interface At {
  section: FarmSection
  farmId: string
}

interface ListProps extends At {
  params: Paged
  onPage: (page: number, entry?: HistoryEntry) => void
}

/** The recalls that reach a farm, its drills, and what it has asked for. */
export function FarmRecalls({ section, farmId, params, onPage }: ListProps) {
  const farm = useQuery(farmQuery(farmId)).data
  const at = { farmId }
  return (
    <>
      <FarmHeading section={section} farmId={farmId} farmName={farm?.name ?? ''} title="Recalls" />
      <May do="recall">
        <div className={classes.places}>
          <Link
            to={NEW_RECALL_PATH[section]}
            params={{ farmId }}
            search={{ purpose: 'drill' }}
            className={buttonClass({ variant: 'plain' })}
          >
            Hold a drill
          </Link>
          <Link
            to={NEW_RECALL_PATH[section]}
            params={{ farmId }}
            search={{ purpose: 'ask' }}
            className={buttonClass({ variant: 'plain' })}
          >
            Ask for a recall
          </Link>
        </div>
      </May>
      <Requests at={at} mayRecall={false} timeZone={farm?.timeZone} />
      <Books
        at={at}
        params={params}
        onPage={onPage}
        timeZone={farm?.timeZone}
        link={(recallId, text) => (
          <Link to={RECALL_PATH[section]} params={{ farmId, recallId }}>
            {text}
          </Link>
        )}
      />
    </>
  )
}

interface NewProps extends At {
  purpose: Extract<Purpose, 'drill' | 'ask'>
  /** Id of the drill that is corrected. */
  correct: string
  params: NewParams
  onLook: (params: NewParams) => void
  onDone: (recallId: string) => void
}

/** A drill of a farm, also one that is corrected, or a recall that it asks for. */
export function NewFarmRecall({ section, farmId, purpose, correct, params, onLook, onDone }: NewProps) {
  const asked = useQuery(farmQuery(farmId))
  const farm = asked.data
  const heading = (title: string) => (
    <FarmHeading section={section} farmId={farmId} farmName={farm?.name ?? ''} title={title} />
  )
  if (correct) return <CorrectRecall at={{ farmId }} recallId={correct} {...{ params, onLook, onDone, heading }} />
  return (
    <>
      {heading(purpose === 'drill' ? 'Recall drill' : 'Ask for a recall')}
      {asked.isError && !farm && <Failure query={asked} />}
      {farm && (
        <NewRecall
          at={{ farmId }}
          purpose={purpose}
          params={params}
          onLook={onLook}
          words={{ party: farm.name, reason: purpose === 'drill' ? 'Recall drill' : '', class: '' }}
          onDone={onDone}
        />
      )}
    </>
  )
}

interface OneProps extends At {
  recallId: string
  party: string
  onParty: (party: string) => void
}

/** The farm's part of a recall, or a drill of its own. */
export function FarmRecall({ section, farmId, ...rest }: OneProps) {
  const enters = useMay('recall')
  const farm = useQuery(farmQuery(farmId)).data
  return (
    <RecallPage
      at={{ farmId }}
      {...rest}
      mayEnter={enters}
      timeZone={farm?.timeZone}
      actions={({ _id, own, choice }) =>
        own &&
        enters && (
          <Link
            to={NEW_RECALL_PATH[section]}
            params={{ farmId }}
            search={{ ...searchOf(choice), correct: _id }}
            className={buttonClass({ variant: 'plain' })}
          >
            Correct
          </Link>
        )
      }
      heading={(title) => <FarmHeading section={section} farmId={farmId} farmName={farm?.name ?? ''} title={title} />}
    />
  )
}
