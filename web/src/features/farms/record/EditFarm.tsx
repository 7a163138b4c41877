import { editFarm, type Farm, useFarmCache } from '@/api'
import { EditForm, type EditProps, useEditForm } from '@/forms'
import fields from '@/shared/ui/Fields.module.css'
import { Notice } from '@/shared/ui/Notice'
import { lostFeatures } from '../features/features'
import { detailsOf, KEPT_FARM, LABELS, problemsOf, TOGETHER, textOf } from './details'
import { FarmFields } from './FarmFields'

const storedOf = (farm: Farm) => ({ values: detailsOf(farm), version: farm.version })

/** Edits Farm Info (AFARM-5): sends only what was changed, and loses nothing that others have saved in the meantime. */
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
          <div className={fields.wide}>
            <Notice kind="error">
              Saving will switch off features that only a distributor can have: {lost.join(', ')}.
            </Notice>
          </div>
        )}
      </FarmFields>
    </EditForm>
  )
}
