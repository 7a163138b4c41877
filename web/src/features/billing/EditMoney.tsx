import { useQueryClient } from '@tanstack/react-query'
import { farmQuery, type Invoice, limits } from '@/api'
import { EditForm, useEditForm } from '@/forms'
import { LimitedField } from '@/shared/ui/FormFields'
import { MOVES, type Move } from './moves'

interface Props {
  invoice: Invoice
  move: Move
  onClose: () => void
  onSaved: () => void
}

const NOTHING = { reference: '' }

/** Records money that moved, after saying what that does. A repeated call counts once. */
export default function EditMoney({ invoice, move, onClose, onSaved }: Props) {
  const client = useQueryClient()
  const words = MOVES[move]
  const form = useEditForm({
    name: null,
    record: { values: NOTHING, version: 0 },
    problems: ({ reference }): Record<string, string> => (reference.trim() ? {} : { reference: words.missing }),
    send: ({ reference = '' }, _, { key }) => words.send(invoice.farm, invoice._id, reference, key),
    onAnswer: () => client.invalidateQueries({ queryKey: farmQuery(invoice.farm).queryKey }),
    onSaved,
    onCancel: onClose,
  })
  return (
    <EditForm form={form} name={words.action} save={words.action} danger={move === 'refund'} cancel sheet>
      <p>{words.about(invoice)}</p>
      <LimitedField
        {...form.field('reference')}
        label={words.label}
        autoComplete="off"
        maxLength={limits.PaymentInputBody.reference}
      />
    </EditForm>
  )
}
