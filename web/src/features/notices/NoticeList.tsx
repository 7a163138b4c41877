import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorMessage, farmQuery, type Notice, noticesOf, noticesQuery, readNotices, useAnswers, useMay } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { DETAIL_PATH, RECALL_PATH, UPLOAD_PATH } from '@/shared/lib/farmPaths'
import { counted } from '@/shared/lib/numbers'
import type { Paged } from '@/shared/lib/paging'
import { Button } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/EmptyState'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import { LimitPill } from '@/shared/ui/LimitPill'
import { ListControls, ListResults } from '@/shared/ui/List'
import { ListTable, listCells } from '@/shared/ui/ListTable'
import { Notice as Message } from '@/shared/ui/Notice'
import { Cell, Row, RowHead } from '@/shared/ui/Table'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import classes from './Notices.module.css'
import { Switches } from './Switches'
import { noticeSentence } from './words'

interface Props {
  farmId: string
  /** What is asked for; lives in the URL. */
  params: Paged
  onChange: (part: Partial<Paged>, entry?: HistoryEntry) => void
}

/** What a person was told of a farm, the latest first. */
export function NoticeList({ farmId, params, onChange }: Props) {
  const farm = useQuery(farmQuery(farmId)).data
  const notices = useAnswers(noticesQuery(farmId, params))
  const cache = useQueryClient()
  const read = useMutation({
    mutationFn: (ids: string[]) => readNotices(farmId, ids),
    onSuccess: () => cache.invalidateQueries({ queryKey: noticesOf(farmId) }),
  })
  const may = useMay('own')
  const unread = (may && notices.data?.data.filter((one) => !one.read).map((one) => one._id)) || []
  return (
    <>
      <FarmHeading section="manage" farmId={farmId} farmName={farm?.name ?? ''} title="Notices" />
      <ListControls>
        <LimitPill value={params.limit} onChange={(limit) => onChange({ limit, page: 1 })} />
        {unread.length > 0 && (
          <Button variant="plain" loading={read.isPending} onClick={() => read.mutate(unread)}>
            Mark all on this page as read
          </Button>
        )}
      </ListControls>
      {read.error && <Message kind="error">{errorMessage(read.error)}</Message>}
      <ListResults
        nouns="notices"
        list={notices}
        asked={params}
        said={(total) => counted(total, 'notice')}
        onPage={(page, entry) => onChange({ page }, entry)}
        empty={
          <EmptyState drawing="water" title={may ? 'No notices yet.' : 'Notices are each person’s own.'}>
            <p>
              {may
                ? 'Recalls that reach this farm, leases and certificates that expire, uploads, paper that runs low, and mortality above the farm’s mark show here.'
                : 'Those of the farm’s people are not shown in a view.'}
            </p>
          </EmptyState>
        }
      >
        {(rows: Notice[]) => (
          <ListTable columns={['Notice', 'Told']}>
            {rows.map((notice) => (
              <Row key={notice._id}>
                <RowHead className={notice.read ? classes.read : classes.sentence}>
                  <NoticeLink
                    farmId={farmId}
                    notice={notice}
                    onGo={() => may && !notice.read && read.mutate([notice._id])}
                  />
                  <span className={classes.state}>{stateWords(notice)}</span>
                </RowHead>
                <Cell className={listCells.muted}>{formatInstant(notice.date, farm?.timeZone)}</Cell>
              </Row>
            ))}
          </ListTable>
        )}
      </ListResults>
      <Switches farmId={farmId} />
    </>
  )
}

function stateWords({ read, over }: Notice): string {
  if (over) return 'Settled since'
  return read ? '' : 'Not read'
}

/** Leads to where what was told is dealt with, and by that counts as read. */
function NoticeLink({ farmId, notice, onGo }: { farmId: string; notice: Notice; onGo: () => void }) {
  const words = noticeSentence(notice)
  const detail = { to: DETAIL_PATH.manage, params: { farmId }, onClick: onGo }
  if (notice.kind === 'recall') {
    return (
      <Link to={RECALL_PATH.manage} params={{ farmId, recallId: notice.ref }} onClick={onGo}>
        {words}
      </Link>
    )
  }
  if (notice.kind === 'lease') {
    return (
      <Link {...detail} search={{ tab: 'info' }} hash={`lease-${notice.ref}`}>
        {words}
      </Link>
    )
  }
  if (notice.kind === 'mortality') {
    return (
      <Link {...detail} search={{ tab: 'reports', report: 'intervalMortality', dates: '30' }}>
        {words}
      </Link>
    )
  }
  if (notice.kind === 'upload') {
    return (
      <Link {...detail} to={UPLOAD_PATH.manage} search={{ upload: notice.ref }}>
        {words}
      </Link>
    )
  }
  return (
    <Link {...detail} search={{ tab: notice.kind === 'paper' ? 'tagging' : 'info' }}>
      {words}
    </Link>
  )
}
