import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, endRecall, limits, type RecallAt, type RecallDetail, recallsOf } from '@/api'
import { EditForm, useEditForm } from '@/forms'
import { LimitedArea } from '@/shared/ui/FormFields'
import { Notice } from '@/shared/ui/Notice'
import { openOf } from './words'

interface Props {
  at: RecallAt
  recall: RecallDetail
  onClose: () => void
}

const NOTHING = { reason: '', openReason: '' }

/** Ends a recall or a drill. A recall with product unaccounted for needs a second reason. */
export function End({ at, recall, onClose }: Props) {
  const client = useQueryClient()
  const drill = recall.kind === 'drill'
  const open = drill ? '' : openOf(recall)
  const [asked, setAsked] = useState(false) // the server may know of more that is open
  const name = drill ? 'End the drill' : 'End the recall'
  const form = useEditForm({
    name: null,
    record: { values: NOTHING, version: 0 },
    problems: ({ reason, openReason }): Record<string, string> => ({
      ...(reason.trim() ? {} : { reason: 'Please give the reason' }),
      ...(openReason.trim() || !open ? {} : { openReason: 'Please say why it ends anyway' }),
    }),
    send: (_, __, { mine }) => endRecall(at, recall._id, mine),
    onAnswer: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: recallsOf(at) }),
        client.invalidateQueries({ queryKey: ['work'] }),
      ]),
    onFailed: (error) => {
      if (error instanceof ApiError && error.fieldErrors.openReason) setAsked(true)
    },
    onSaved: onClose,
    onCancel: onClose,
  })
  return (
    <EditForm form={form} name={name} save={name} danger cancel sheet>
      <p>
        {drill
          ? 'Its time and its score are noted. Nothing more can be entered.'
          : 'The warning comes off every affected tag page, and everyone we notified is told the recall is over.'}
      </p>
      {open && <Notice kind="info">{open}</Notice>}
      <LimitedArea {...form.field('reason')} label="Reason" maxLength={limits.EndRecallBody.reason} />
      {(asked || open !== '') && (
        <LimitedArea
          {...form.field('openReason')}
          label="Why it ends with product unaccounted for"
          maxLength={limits.EndRecallBody.openReason}
        />
      )}
    </EditForm>
  )
}
