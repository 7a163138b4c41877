import { Link } from '@tanstack/react-router'
import type { Shipment } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { joined } from '@/shared/lib/joined'
import { Check } from '@/shared/ui/Check'
import { listCells } from '@/shared/ui/ListTable'
import { Standing } from '@/shared/ui/Standing'
import { Cell, Row, RowHead } from '@/shared/ui/Table'
import classes from './Queue.module.css'
import { contentsOf, kindName, stateWords } from './words'

interface Props {
  order: Shipment
  ticked: boolean
  onTick: (on: boolean) => void
}

/** An order in the queue: whose it is, where it goes, and what is in it. */
export function QueueRow({ order, ticked, onTick }: Props) {
  const { name, city, state, country } = order.shippingAddress
  return (
    <Row>
      <RowHead className={`${listCells.line} ${classes.order}`}>
        <Check
          type="checkbox"
          shape="line"
          label={order.farmName}
          checked={ticked}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
        <Link to="." search={(before) => ({ ...before, order: order._id })} resetScroll={false}>
          <span>
            {kindName(order.kind)}
            <span className="visually-hidden"> for {order.farmName}</span>, {formatInstant(order.createdAt)}
          </span>
        </Link>
      </RowHead>
      <Cell className={listCells.line}>
        {name}
        <span className={classes.detail}>{joined(city, state, country)}</span>
      </Cell>
      <Cell className={listCells.line}>
        {contentsOf(order).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike.
          <span key={at} className={classes.content}>
            {line}
          </span>
        ))}
      </Cell>
      <Cell className={`${listCells.line} ${listCells.muted}`}>
        <Standing waits={order.state === 'unpaid'}>{stateWords(order)}</Standing>
        {order.holds.map(({ paperType, reason }) => (
          <span key={`${paperType} ${reason}`} className={classes.detail}>
            {reason}
          </span>
        ))}
      </Cell>
    </Row>
  )
}
