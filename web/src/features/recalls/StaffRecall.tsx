import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type RecallDetail, recallRequestQuery } from '@/api'
import { buttonClass } from '@/shared/ui/Button'
import { Choices } from '@/shared/ui/Choices'
import { CrumbHeading } from '@/shared/ui/CrumbHeading'
import type { NewParams } from './Chooser'
import { CorrectRecall } from './CorrectRecall'
import { NewRecall, type Purpose } from './NewRecall'
import { searchOf } from './RecallList'
import { RecallPage } from './RecallPage'
import classes from './Recalls.module.css'

function Heading({ title }: { title: string }) {
  return (
    <CrumbHeading title={title}>
      <Link to="/admin/recalls">Recalls</Link> /
    </CrumbHeading>
  )
}

interface OneProps {
  recallId: string
  party: string
  onParty: (party: string) => void
  mayRecall: boolean
}

/** A recall or drill over all firms. */
export function StaffRecall({ mayRecall, ...rest }: OneProps) {
  return (
    <RecallPage
      at={{}}
      {...rest}
      mayEnter={mayRecall}
      heading={(title) => <Heading title={title} />}
      actions={(recall) => mayRecall && recall.own && <Correct recall={recall} />}
    />
  )
}

function Correct({ recall }: { recall: RecallDetail }) {
  return (
    <Link
      to="/admin/recalls/new"
      search={{ ...searchOf(recall.choice), correct: recall._id }}
      className={buttonClass({ variant: 'plain' })}
    >
      Correct
    </Link>
  )
}

interface NewProps {
  purpose: Extract<Purpose, 'recall' | 'drill'>
  onPurpose: (purpose: 'recall' | 'drill') => void
  params: NewParams
  onLook: (params: NewParams) => void
  /** Id of the recall that is corrected. */
  correct: string
  /** Id of the request that is answered. */
  request: string
  onDone: (recallId: string) => void
}

/** A recall is declared, a drill begun or a recall corrected. */
export function NewStaffRecall({ correct, ...rest }: NewProps) {
  if (!correct) return <Declaring {...rest} />
  return <CorrectRecall at={{}} recallId={correct} {...rest} heading={(title) => <Heading title={title} />} />
}

function Declaring({ purpose, onPurpose, request, ...rest }: Omit<NewProps, 'correct'>) {
  const reason = useQuery({ ...recallRequestQuery(request), enabled: request !== '' }).data?.reason ?? ''
  return (
    <>
      <Heading title={purpose === 'drill' ? 'Recall drill' : 'Declare a recall'} />
      {!request && (
        <div className={classes.stack}>
          <Choices
            legend="What is it?"
            name="purpose"
            shape="tiles"
            value={purpose}
            choices={[
              { value: 'recall', label: 'A recall' },
              { value: 'drill', label: 'A drill' },
            ]}
            onChange={(next) => onPurpose(next as 'recall' | 'drill')}
          />
        </div>
      )}
      <NewRecall
        key={`${purpose} ${reason}`}
        at={{}}
        purpose={purpose}
        request={request}
        words={{ party: '', reason, class: '' }}
        {...rest}
      />
    </>
  )
}
