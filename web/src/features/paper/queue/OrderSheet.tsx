import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Shipment, shipmentQuery } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { joined } from '@/shared/lib/joined'
import { Button } from '@/shared/ui/Button'
import { CostLines } from '@/shared/ui/CostLines'
import { Facts } from '@/shared/ui/Facts'
import { Failure } from '@/shared/ui/Failure'
import { Sheet } from '@/shared/ui/Sheet'
import { Loading } from '@/shared/ui/Skeleton'
import classes from './Queue.module.css'
import { canBeSent, contentsOf, kindName, stateWords } from './words'

interface Props {
  /** Empty for none. */
  id: string
  onClose: () => void
  onSlip: (id: string) => void
  onSend: (order: Shipment) => void
}

/** One order: where the code on its packing slip and the team's email lead. */
export function OrderSheet({ id, ...acts }: Props) {
  return (
    <Sheet title="Order" place="middle" open={id !== ''} onClose={acts.onClose} wide>
      <Content id={id} {...acts} />
    </Sheet>
  )
}

function Content({ id, onSlip, onSend }: Props) {
  const order = useQuery({ ...shipmentQuery(id), enabled: id !== '' })
  if (order.data) return <Order order={order.data} onSlip={onSlip} onSend={onSend} />
  if (order.isError) {
    return <Failure query={order} />
  }
  return <Loading height={280} />
}

function Order({ order, onSlip, onSend }: { order: Shipment } & Pick<Props, 'onSlip' | 'onSend'>) {
  const { name, business, address1, address2, city, state, postalCode, country } = order.shippingAddress
  return (
    <div className={classes.sheet}>
      <Facts
        facts={[
          { label: 'Order', value: order._id },
          { label: 'Kind', value: kindName(order.kind) },
          { label: 'State', value: stateWords(order) },
          { label: 'Ordered', value: formatInstant(order.createdAt) },
          {
            label: 'Ship to',
            value: joined(name, business, address1, address2, city, state, postalCode, country),
          },
          {
            label: 'Invoice',
            value: order.invoiceNumber ? `${order.invoiceNumber}, ${order.invoiceState}` : 'not invoiced yet',
          },
          ...order.holds.map(({ reason }) => ({ label: 'On hold', value: reason })),
        ]}
      />
      <p>
        <Link to="/farms/$farmId" params={{ farmId: order.farm }} search={{ tab: 'tagging' }}>
          {order.farmName}
        </Link>
      </p>
      {order.lines.length > 0 ? (
        <CostLines lines={order.lines} />
      ) : (
        <p>{contentsOf(order).join(', ')}: priced when it is invoiced.</p>
      )}
      <div className={classes.acts}>
        <Button variant="plain" onClick={() => onSlip(order._id)}>
          Packing slip
        </Button>
        {canBeSent(order) && <Button onClick={() => onSend(order)}>Mark as sent</Button>}
      </div>
    </div>
  )
}
