import { editFarm, type Farm } from '@/api'
import { EditForm, useEditForm } from '@/forms'
import { Notice } from '@/shared/ui/Notice'
import type { EditProps } from '../EditableCard'
import { lostFeatures } from '../features/features'
import { useFarmCache } from '../useFarmCache'
import { detailsOf, KEPT_FARM, LABELS, problemsOf, TOGETHER, textOf } from './details'
import { FarmFields } from './FarmFields'
import classes from './Form.module.css'

const storedOf = (farm: Farm) => ({ values: detailsOf(farm), version: farm.version })

/** The edit of Farm Info (AFARM-5): sends what was changed, and loses nothing that others have saved meanwhile. */
export default function EditFarm({ farm, ...ends }: EditProps & { farm: Farm }) {
  const cache = useFarmCache(farm._id)
  const form = useEditForm({
    name: KEPT_FARM,
    record: storedOf(farm),
    together: TOGETHER,
    problems: problemsOf,
    send: (change, version) => editFarm(farm._id, { ...change, version }),
    reload: async () => storedOf(await cache.reload()),
    onAnswer: cache.keep,
    ...ends,
  })
  const lost = lostFeatures(farm, form.values.type)

  return (
    <EditForm
      form={form}
      name="Edit Farm Information"
      what="farm"
      labelOf={(key) => LABELS[key]}
      textOf={textOf}
      cancel
      takesFocus
    >
      <FarmFields form={form}>
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
