import { useId } from 'react'
import { editFeatures, type Farm, useFarmCache } from '@/api'
import { EditForm, useEditForm } from '@/forms'
import { Card } from '@/shared/ui/Card'
import { Check } from '@/shared/ui/Check'
import classes from '../record/Form.module.css'
import { FEATURES, type Flag, featuresFor } from './features'

interface Props {
  farm: Farm
  onUpdated: () => void
}

function storedOf({ features, type, version }: Farm) {
  const flags = featuresFor(type).map(({ flag }) => [flag, Boolean(features[flag])])
  return { values: Object.fromEntries(flags) as Partial<Record<Flag, boolean>>, version }
}

/** What is switched on for the farm (AFARM-7). */
export default function FeaturesTab({ farm, onUpdated }: Props) {
  const cache = useFarmCache(farm._id)
  const form = useEditForm({
    name: 'features',
    record: storedOf(farm),
    send: (change, version) => editFeatures(farm._id, { ...change, version }),
    reload: async () => storedOf(await cache.reload()),
    onAnswer: cache.keep,
    onSaved: onUpdated,
  })
  const offered = featuresFor(farm.type)
  const id = useId()

  return (
    <Card title="Features">
      <EditForm
        form={form}
        name="Features"
        what="farm"
        labelOf={(key) => FEATURES.find(({ flag }) => flag === key)?.label ?? key}
        textOf={(_, on) => (on ? 'on' : 'off')}
        save="Update"
      >
        <div className={classes.flags}>
          {offered.map(({ flag, label, about }) => (
            <div key={flag}>
              <Check
                {...form.check(flag)}
                type="checkbox"
                shape="line"
                label={label}
                aria-describedby={`${id}-${flag}`}
                aria-invalid={form.error(flag) ? true : undefined}
              />
              <p id={`${id}-${flag}`} className={classes.about}>
                {about}
              </p>
            </div>
          ))}
        </div>
        {offered.map(
          ({ flag, label }) =>
            form.error(flag) && (
              <p key={flag} className={classes.error} role="alert">
                {label}: {form.error(flag)}
              </p>
            ),
        )}
      </EditForm>
    </Card>
  )
}
