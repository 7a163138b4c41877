import { useQueryClient } from '@tanstack/react-query'
import { limits, type RecallAt, recallsOf } from '@/api'
import { EditForm, useEditForm } from '@/forms'
import { LimitedArea } from '@/shared/ui/FormFields'

interface Props {
  at: RecallAt
  /** The form's name and its button. */
  action: string
  /** What it does. */
  about: string
  danger?: boolean
  send: (reason: string, key: string) => Promise<unknown>
  onClose: () => void
}

const NOTHING = { reason: '' }

/** Does something for a reason that stays on record. */
export function ForReason({ at, action, about, danger, send, onClose }: Props) {
  const client = useQueryClient()
  const form = useEditForm({
    name: null,
    record: { values: NOTHING, version: 0 },
    problems: ({ reason }): Record<string, string> => (reason.trim() ? {} : { reason: 'Please give the reason' }),
    send: ({ reason = '' }, _, { key }) => send(reason, key),
    onAnswer: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: recallsOf(at) }),
        client.invalidateQueries({ queryKey: ['work'] }),
      ]),
    onSaved: onClose,
    onCancel: onClose,
  })
  return (
    <EditForm form={form} name={action} save={action} danger={danger} cancel sheet>
      <p>{about}</p>
      <LimitedArea {...form.field('reason')} label="Reason" maxLength={limits.ReasonBody.reason} />
    </EditForm>
  )
}
