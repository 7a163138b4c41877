import { editFarm, type Farm, useFailure, useKeeping, useMergedSave } from '@/api'
import { ChangedMeanwhile } from '@/shared/ui/ChangedMeanwhile'
import { Notice } from '@/shared/ui/Notice'
import { useLeaveGuard } from '@/shared/ui/useLeaveGuard'
import { detailsOf, LABELS, problemsOf, TOGETHER, textOf } from './details'
import type { EditProps } from './EditableCard'
import { EditForm } from './EditForm'
import { FarmFields } from './FarmFields'
import classes from './Form.module.css'
import { lostFeatures } from './features'
import { useFarmCache } from './useFarmCache'
import { useKeptForm } from './useKeptForm'

/** The name under which the form is kept. */
const KEPT = 'farm'

/** The edit of Farm Info (AFARM-5): sends what was changed, and loses nothing that others have saved meanwhile. */
export default function EditFarm({ farm, onSaved, onCancel }: EditProps & { farm: Farm }) {
  const cache = useFarmCache(farm._id)
  const { form, stored, restored } = useKeptForm(KEPT, { values: detailsOf(farm), version: farm.version })
  const edit = useMergedSave({
    stored,
    values: form.values,
    together: TOGETHER,
    onMerged: form.setValues,
    send: (change, version) => editFarm(farm._id, { ...change, version }),
    reload: async () => {
      const now = await cache.reload()
      return { values: detailsOf(now), version: now.version }
    },
    onSaved: (now) => {
      if (now) cache.keep(now)
      guard.release()
      onSaved()
    },
  })
  useKeeping(KEPT, edit.changed ? { stored: edit.stored, values: form.values } : null)
  const guard = useLeaveGuard({ dirty: edit.changed, onCancel })
  const { ref, message, fields } = useFailure(edit.error)
  const lost = lostFeatures(farm, form.values.type)

  return (
    <EditForm
      name="Edit Farm Information"
      restored={restored}
      form={ref}
      message={message}
      saving={edit.saving}
      guard={guard}
      onSubmit={form.submit(ref, problemsOf, edit.save)}
    >
      {edit.meanwhile && (
        <ChangedMeanwhile
          what="farm"
          meanwhile={edit.meanwhile}
          values={form.values}
          labelOf={(key) => LABELS[key]}
          textOf={textOf}
          onChoose={edit.choose}
        />
      )}
      <FarmFields
        values={form.values}
        errors={{ ...fields, ...form.wrong }}
        disabled={edit.saving}
        onChange={form.change}
      >
        {lost.length > 0 && (
          <div className={classes.wide}>
            <Notice kind="error">
              Saving switches off the features that only a distributor can have: {lost.join(', ')}.
            </Notice>
          </div>
        )}
      </FarmFields>
    </EditForm>
  )
}
