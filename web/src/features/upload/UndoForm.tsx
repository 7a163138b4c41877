import { useQueryClient } from '@tanstack/react-query'
import { limits, type Upload, undoUpload, uploadsQuery } from '@/api'
import { EditForm, useEditForm } from '@/forms'
import { exact } from '@/shared/lib/numbers'
import { LimitedField } from '@/shared/ui/FormFields'

interface Props {
  farmId: string
  upload: Upload
  onUndoing: (uploadId: string) => void
  onClose: () => void
}

/** Says what an undo does, and asks why. */
export default function UndoForm({ farmId, upload, onUndoing, onClose }: Props) {
  const client = useQueryClient()
  const form = useEditForm({
    name: null,
    record: { values: { reason: '' }, version: 0 },
    problems: ({ reason }): Record<string, string> => (reason.trim() ? {} : { reason: 'Say why.' }),
    send: ({ reason = '' }) => undoUpload(farmId, upload._id, reason),
    onAnswer: () => client.invalidateQueries({ queryKey: uploadsQuery(farmId).queryKey }),
    onSaved: (undoing) => undoing && onUndoing(undoing._id),
    onCancel: onClose,
  })
  return (
    <EditForm form={form} name="Undo this upload" save="Undo" danger cancel sheet>
      <p>
        {upload.recorded === 1 ? 'The activity' : `All ${exact(upload.recorded)} activities`} that {upload.filename}{' '}
        recorded will count for nothing. The book keeps what was recorded and what undoes it, with your reason. Growing
        areas that it made stay. If something that was recorded later needs it, nothing changes and you see what stands
        in the way.
      </p>
      <LimitedField
        {...form.field('reason')}
        label="Why"
        autoComplete="off"
        maxLength={limits.UndoUploadInputBody.reason}
      />
    </EditForm>
  )
}
