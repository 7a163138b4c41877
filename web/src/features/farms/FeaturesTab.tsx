import { editFeatures, type Farm, useFailure, useMergedSave } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { ChangedMeanwhile } from '@/shared/ui/ChangedMeanwhile'
import { Check } from '@/shared/ui/Check'
import { LeaveQuestion } from '@/shared/ui/LeaveQuestion'
import { Notice } from '@/shared/ui/Notice'
import { useLeaveGuard } from '@/shared/ui/useLeaveGuard'
import classes from './Form.module.css'
import { FEATURES, type Flag, featuresFor } from './features'
import { useFarmCache } from './useFarmCache'
import { useFormState } from './useFormState'

type Flags = Partial<Record<Flag, boolean>>

interface Props {
  farm: Farm
  onUpdated: () => void
}

function flagsOf({ features, type }: Farm): Flags {
  return Object.fromEntries(featuresFor(type).map(({ flag }) => [flag, Boolean(features[flag])]))
}

/** What is switched on for the farm (AFARM-7). */
export default function FeaturesTab({ farm, onUpdated }: Props) {
  const cache = useFarmCache(farm._id)
  const form = useFormState(() => flagsOf(farm))
  const edit = useMergedSave<Flags, Awaited<ReturnType<typeof editFeatures>>>({
    stored: { values: flagsOf(farm), version: farm.version },
    values: form.values,
    onMerged: form.setValues,
    send: (change, version) => editFeatures(farm._id, { ...change, version }),
    reload: async () => {
      const now = await cache.reload()
      return { values: flagsOf(now), version: now.version }
    },
    onSaved: (answer) => {
      if (answer) cache.keep(answer)
      guard.release()
      onUpdated()
    },
  })
  const guard = useLeaveGuard({ dirty: edit.changed })
  const { ref, message, fields } = useFailure(edit.error)
  const submit = form.submit(ref, () => ({}), edit.save)
  const refused = featuresFor(farm.type).filter(({ flag }) => fields[flag])

  return (
    <Card title="Features">
      <form ref={ref} aria-label="Features" noValidate onSubmit={submit}>
        {message && (
          <div className={classes.message}>
            <Notice kind="error">{message}</Notice>
          </div>
        )}
        {edit.meanwhile && (
          <ChangedMeanwhile
            what="farm"
            meanwhile={edit.meanwhile}
            values={form.values}
            labelOf={(key) => FEATURES.find(({ flag }) => flag === key)?.label ?? key}
            textOf={(_, on) => (on ? 'on' : 'off')}
            onChoose={edit.choose}
          />
        )}
        <fieldset disabled={edit.saving} className={classes.flags}>
          <legend className="visually-hidden">What is switched on</legend>
          {featuresFor(farm.type).map(({ flag, label }) => (
            <Check
              key={flag}
              type="checkbox"
              shape="line"
              name={flag}
              label={label}
              checked={Boolean(form.values[flag])}
              aria-invalid={fields[flag] ? true : undefined}
              onChange={(event) => form.change({ [flag]: event.currentTarget.checked })}
            />
          ))}
        </fieldset>
        {refused.map(({ flag, label }) => (
          <p key={flag} className={classes.error} role="alert">
            {label}: {fields[flag]}
          </p>
        ))}
        <div className={classes.buttons}>
          <Button type="submit" loading={edit.saving}>
            Update
          </Button>
        </div>
      </form>
      <LeaveQuestion guard={guard}>What you changed is not saved and would be lost.</LeaveQuestion>
    </Card>
  )
}
