import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  declineRecall,
  myUserQuery,
  type RecallAt,
  type RecallBook,
  type RecallRequest,
  type RecallState,
  recallBooksQuery,
  recallRequestsQuery,
  recallsOf,
  useAnswers,
  withdrawRequest,
} from '@/api'
import { FormSheet } from '@/forms'
import { formatInstant } from '@/shared/lib/days'
import { counted } from '@/shared/lib/numbers'
import type { Paged } from '@/shared/lib/paging'
import { seesFarms } from '@/shared/lib/roles'
import { AskFirst } from '@/shared/ui/AskFirst'
import { Button, buttonClass } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import { FactTable } from '@/shared/ui/FactTable'
import { LimitPill } from '@/shared/ui/LimitPill'
import { ListControls, ListHead, ListResults } from '@/shared/ui/List'
import { ListTable, listCells } from '@/shared/ui/ListTable'
import { PillSelect } from '@/shared/ui/PillSelect'
import { Cell, Row, RowHead } from '@/shared/ui/Table'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import { ForReason } from './Ask'
import classes from './Recalls.module.css'
import { choiceOf, percentOf, stateOf } from './words'

export interface RecallsParams extends Paged {
  state: RecallState
}

const STATES = [
  { value: '', label: 'All' },
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Ended' },
  { value: 'drills', label: 'Drills' },
] as const

interface Props {
  params: RecallsParams
  onChange: (part: Partial<RecallsParams>, entry?: HistoryEntry) => void
  /** Whoever looks may declare. */
  mayRecall: boolean
}

/** Recalls and drills of all firms, and what farms ask for. */
export function RecallList({ params, onChange, mayRecall }: Props) {
  usePageTitle('Recalls')
  const me = useQuery(myUserQuery).data
  const opens = me !== undefined && seesFarms(me)
  return (
    <>
      <ListHead title="Recalls">
        {mayRecall && (
          <Link to="/admin/recalls/new" className={buttonClass()}>
            Declare a recall
          </Link>
        )}
      </ListHead>
      <Requests at={{}} mayRecall={mayRecall} />
      <ListControls>
        <PillSelect
          label="State"
          value={params.state}
          choices={STATES}
          onChange={(state) => onChange({ state, page: 1 })}
        />
        <LimitPill value={params.limit} onChange={(limit) => onChange({ limit, page: 1 })} />
      </ListControls>
      <Books
        at={{}}
        params={params}
        onPage={(page, entry) => onChange({ page }, entry)}
        link={(id, text) => (
          <Link to="/admin/recalls/$recallId" params={{ recallId: id }}>
            {text}
          </Link>
        )}
        firms={(book) => (
          <ul className={classes.firms}>
            {book.firms.map(({ farm, name }) => (
              <li key={farm}>
                {opens ? (
                  <Link to="/farms/$farmId" params={{ farmId: farm }}>
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </li>
            ))}
          </ul>
        )}
      />
    </>
  )
}

interface BooksProps {
  at: RecallAt
  params: Paged & { state?: RecallState }
  onPage: (page: number, entry?: HistoryEntry) => void
  link: (recallId: string, text: string) => ReactNode
  /** The ways to the firms that it reaches. */
  firms?: (book: RecallBook) => ReactNode
  timeZone?: string | undefined
}

export function Books({ at, params, onPage, link, firms, timeZone }: BooksProps) {
  const list = useAnswers(recallBooksQuery(at, params))
  return (
    <ListResults
      nouns="recalls"
      list={list}
      asked={params}
      said={(total) => counted(total, 'recall')}
      onPage={onPage}
      empty={
        <EmptyState drawing="water" title="No recall is here.">
          <p>A recall that reaches somebody, and every drill, is listed here with what came back.</p>
        </EmptyState>
      }
    >
      {(rows) => (
        <ListTable
          columns={['Recalled by', 'State', 'Since', ...(firms ? ['Farms'] : []), 'Recovered', 'Acknowledged']}
        >
          {rows.map((book) => (
            <Row key={book._id}>
              <RowHead className={listCells.line}>
                {link(book._id, book.party)}
                <span className={classes.second}>{book.reason}</span>
              </RowHead>
              <Cell>{stateOf(book)}</Cell>
              <Cell>{formatInstant(book.declaredAt, timeZone)}</Cell>
              {firms && <Cell className={listCells.line}>{firms(book)}</Cell>}
              <Cell data-label="Recovered">{percentOf(book.effectiveness.recovered)}</Cell>
              <Cell data-label="Acknowledged">
                {book.effectiveness.answered} of {book.effectiveness.parties}
              </Cell>
            </Row>
          ))}
        </ListTable>
      )}
    </ListResults>
  )
}

/** The first page of requests. */
const REQUESTS: Paged = { limit: 10, page: 1 }

/** What farms ask for; of a farm, with the answers. */
export function Requests({
  at,
  mayRecall,
  timeZone,
}: {
  at: RecallAt
  mayRecall: boolean
  timeZone?: string | undefined
}) {
  const [asked, setAsked] = useState(REQUESTS)
  const requests = useAnswers(recallRequestsQuery(at, asked))
  const [declining, setDeclining] = useState<RecallRequest | null>(null)
  if (!requests.error && !requests.data?.items.total) return null
  const close = () => setDeclining(null)
  return (
    <div className={classes.stack}>
      <Card title={at.farmId ? 'Asked for' : 'Farms ask for a recall'}>
        <ListResults
          nouns="requests"
          list={requests}
          asked={asked}
          said={(total) => counted(total, 'request')}
          onPage={(page) => setAsked({ ...asked, page })}
          empty={null}
        >
          {(rows) => (
            <FactTable
              columns={[{ label: 'Farm' }, { label: 'What' }, { label: 'Why' }, { label: 'When' }, { label: 'Answer' }]}
              rows={rows.map((one) => ({
                key: one._id,
                cells: [
                  one.farmName,
                  choiceOf(one.choice),
                  one.reason,
                  `${formatInstant(one.date, timeZone)}, ${one.by}`,
                  <Answer
                    key="answer"
                    request={one}
                    mayAnswer={!at.farmId && mayRecall}
                    onDecline={() => setDeclining(one)}
                    back={at.farmId && <Withdraw farmId={at.farmId} requestId={one._id} />}
                  />,
                ],
              }))}
            />
          )}
        </ListResults>
      </Card>
      <FormSheet title="Decline" open={declining !== null} onClose={close}>
        <ForReason
          at={at}
          action="Decline"
          about={`${declining?.farmName ?? 'The farm'} reads the reason.`}
          send={(reason) => declineRecall(declining?._id ?? '', reason)}
          onClose={close}
        />
      </FormSheet>
    </div>
  )
}

function Answer({
  request,
  mayAnswer,
  onDecline,
  back,
}: {
  request: RecallRequest
  mayAnswer: boolean
  onDecline: () => void
  /** How who asked takes it back. */
  back: ReactNode
}) {
  const { answer, why, choice, _id } = request
  if (answer === 'declined') return <>Declined: {why}</>
  if (answer === 'declared') return <>Declared</>
  if (answer === 'withdrawn') return <>Withdrawn</>
  if (!mayAnswer)
    return (
      <span className={classes.buttons}>
        <span>Not answered yet</span> {back}
      </span>
    )
  return (
    <span className={classes.buttons}>
      <Link
        to="/admin/recalls/new"
        search={{ ...searchOf(choice), request: _id }}
        className={buttonClass({ variant: 'plain' })}
      >
        Look at it
      </Link>
      <Button variant="plain" onClick={onDecline}>
        Decline
      </Button>
    </span>
  )
}

function Withdraw({ farmId, requestId }: { farmId: string; requestId: string }) {
  const client = useQueryClient()
  const withdrawing = useMutation({
    mutationFn: () => withdrawRequest(farmId, requestId),
    onSuccess: () => client.invalidateQueries({ queryKey: recallsOf({ farmId }) }),
  })
  return (
    <AskFirst label="Withdraw" action="Withdraw the request" work={withdrawing}>
      <p>Nobody will answer it. It stays in this list.</p>
    </AskFirst>
  )
}

/** A choice as an address has it. */
export function searchOf(choice: RecallRequest['choice']) {
  return {
    tags: choice.tags?.join(' ') ?? '',
    farm: choice.farmId ?? '',
    lease: choice.leaseIds?.join(' ') ?? '',
    lots: choice.lotIds?.join(' ') ?? '',
    area: choice.area ?? '',
    cert: choice.certs?.join(', ') ?? '',
    from: choice.from ?? '',
    to: choice.to ?? '',
  }
}
