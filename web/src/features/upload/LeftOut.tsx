import type { UploadDefaults } from '@/api'
import { Field } from '@/shared/ui/Field'
import type { Gaps } from './gaps'
import classes from './Upload.module.css'

interface Props {
  gaps: Gaps
  defaults: UploadDefaults
  onChange: (defaults: UploadDefaults) => void
}

/** What the sheet does not say, for all of its rows. */
export function LeftOut({ gaps, defaults, onChange }: Props) {
  if (!gaps.animalType && !gaps.areaPrefix) return null
  return (
    <fieldset className={classes.modes}>
      <legend className={classes.legend}>What the sheet does not say</legend>
      <div className={classes.leftOut}>
        {gaps.animalType && (
          <Field
            label="Animal type"
            hint="For every group of the sheet, such as Pacific oyster. May stay empty."
            maxLength={200}
            value={defaults.animalType}
            onChange={(event) => onChange({ ...defaults, animalType: event.currentTarget.value })}
          />
        )}
        {gaps.areaPrefix && (
          <Field
            label="Area prefix"
            hint="Put before each growing area: “Site ” makes “Site A” of “A”. May stay empty."
            maxLength={200}
            value={defaults.areaPrefix}
            onChange={(event) => onChange({ ...defaults, areaPrefix: event.currentTarget.value })}
          />
        )}
      </div>
    </fieldset>
  )
}
