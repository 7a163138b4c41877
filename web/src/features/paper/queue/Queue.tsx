import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage, packingSlips, type Shipment, type ShipmentsParams, shipmentsQuery, useAnswers } from '@/api'
import { counted } from '@/shared/lib/numbers'
import { saveFile } from '@/shared/lib/saveFile'
import { Button } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/EmptyState'
import { LimitPill } from '@/shared/ui/LimitPill'
import { isSettled, ListControls, ListHead, ListResults, useFoundFor } from '@/shared/ui/List'
import { ListTable } from '@/shared/ui/ListTable'
import { Notice } from '@/shared/ui/Notice'
import { PillSelect } from '@/shared/ui/PillSelect'
import { Saved } from '@/shared/ui/Saved'
import { SearchField } from '@/shared/ui/SearchField'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import { OrderSheet } from './OrderSheet'
import classes from './Queue.module.css'
import { QueueRow } from './QueueRow'
import { SendSheet } from './SendSheet'
import { canBeSent, KINDS, STATES } from './words'

const COLUMNS = ['Order', 'To', 'Contents', 'State']

export interface QueueSearch extends ShipmentsParams {
  /** The order that is open; empty for none. */
  order: string
}

interface Props {
  /** What is asked for; lives in the URL. */
  params: ShipmentsParams
  order: string
  onChange: (part: Partial<QueueSearch>, entry?: HistoryEntry) => void
}

/** What has to be sent, across all farms, and what became of it. */
export function Queue({ params, order, onChange }: Props) {
  usePageTitle('Fulfilment')
  const list = useAnswers(shipmentsQuery(params))
  const found = useFoundFor(params.search ?? '', isSettled(list))
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [sending, setSending] = useState<Shipment[]>([])
  const [said, setSaid] = useState('')
  const slips = useMutation({
    mutationFn: packingSlips,
    onSuccess: (file, ids) => saveFile(ids.length === 1 ? `packing-slip-${ids[0]}.pdf` : 'packing-slips.pdf', file),
  })
  const filter = (part: Partial<ShipmentsParams>, entry?: HistoryEntry) => {
    setTicked([])
    onChange({ ...part, page: 1 }, entry)
  }
  const rows = list.data?.data ?? []
  const chosen = rows.filter(({ _id }) => ticked.includes(_id))
  const sendable = chosen.filter(canBeSent)

  return (
    <>
      <ListHead title="Fulfilment" />
      <ListControls>
        <SearchField
          label="Search farm, receiver or order"
          value={params.search ?? ''}
          onChange={(search, entry) => filter({ search }, entry)}
        />
        <PillSelect label="State" value={params.state} choices={STATES} onChange={(state) => filter({ state })} />
        <PillSelect label="Kind" value={params.kind ?? ''} choices={KINDS} onChange={(kind) => filter({ kind })} />
        <LimitPill value={params.limit} onChange={(limit) => filter({ limit })} />
      </ListControls>
      {said && <Saved onDismiss={() => setSaid('')}>{said}</Saved>}
      {slips.error && <Notice kind="error">{errorMessage(slips.error)}</Notice>}
      {chosen.length > 0 && (
        <section aria-label="Chosen orders" className={classes.bar}>
          <span>{counted(chosen.length, 'order')} chosen</span>
          <Button variant="plain" loading={slips.isPending} onClick={() => slips.mutate(chosen.map(({ _id }) => _id))}>
            Packing slips
          </Button>
          {sendable.length > 0 && <Button onClick={() => setSending(sendable)}>Mark as sent</Button>}
        </section>
      )}
      <ListResults
        nouns="orders"
        list={list}
        asked={params}
        said={(total) => counted(total, 'order')}
        onPage={(page, entry) => {
          setTicked([])
          onChange({ page }, entry)
        }}
        empty={<NoOrders state={params.state} found={found} onAll={() => filter({ search: '', kind: '' })} />}
      >
        {(orders) => (
          <ListTable columns={COLUMNS}>
            {orders.map((one) => (
              <QueueRow
                key={one._id}
                order={one}
                ticked={ticked.includes(one._id)}
                onTick={(on) => setTicked(on ? [...ticked, one._id] : ticked.filter((id) => id !== one._id))}
              />
            ))}
          </ListTable>
        )}
      </ListResults>
      <OrderSheet
        id={order}
        onClose={() => onChange({ order: '' })}
        onSlip={(id) => slips.mutate([id])}
        onSend={(one) => {
          onChange({ order: '' })
          setSending([one])
        }}
      />
      <SendSheet
        orders={sending}
        onClose={() => setSending([])}
        onDone={(words) => {
          setSending([])
          setTicked([])
          setSaid(words)
        }}
      />
    </>
  )
}

const NONE: Record<ShipmentsParams['state'], string> = {
  toSend: 'Nothing to send.',
  held: 'Nothing is on hold.',
  sent: 'Nothing has been sent yet.',
  unpaid: 'Nothing is waiting for payment.',
}

function NoOrders({ state, found, onAll }: { state: ShipmentsParams['state']; found: string; onAll: () => void }) {
  if (!found) {
    return (
      <EmptyState drawing="water" title={NONE[state]}>
        <p>Orders are made automatically when a farm's stock runs low, and when its subscription is set up.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState drawing="water" title={`No order matches “${found}”.`}>
      <p>Search for part of the farm's or the receiver's name, or choose another state.</p>
      <Button variant="plain" onClick={onAll}>
        Show all orders
      </Button>
    </EmptyState>
  )
}
