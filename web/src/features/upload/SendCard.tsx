import { type FormEvent, useState } from 'react'
import { limits, type UploadDefaults, type UploadMode } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Check } from '@/shared/ui/Check'
import { Field } from '@/shared/ui/Field'
import { Notice } from '@/shared/ui/Notice'
import { FileChoice } from './FileChoice'
import { type Gaps, NOTHING_LEFT_OUT, said, useGaps } from './gaps'
import { Templates } from './Templates'
import classes from './Upload.module.css'

interface Props {
  file: File | null
  onFile: (file: File) => void
  sending: boolean
  /** The answer is taking longer than it should. */
  late: boolean
  onSend: (mode: UploadMode, defaults: UploadDefaults) => void
  /** The chosen file was refused, or there was none. */
  invalid: boolean
}

const MODES = [
  { value: 'all', label: 'All or nothing: a bad row keeps the whole file out' },
  { value: 'skip', label: 'Leave out bad rows: the others are taken' },
] as const

export function SendCard({ file, onFile, sending, late, onSend, invalid }: Props) {
  const [mode, setMode] = useState<UploadMode>('all')
  const [defaults, setDefaults] = useState(NOTHING_LEFT_OUT)
  const gaps = useGaps(file)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSend(mode, said(defaults, gaps))
  }
  return (
    <Card>
      <form className={classes.form} onSubmit={submit} noValidate>
        <FileChoice file={file} onFile={onFile} invalid={invalid} />
        <LeftOut gaps={gaps} defaults={defaults} onChange={setDefaults} />
        <fieldset>
          <legend className={classes.legend}>If some rows are bad</legend>
          {MODES.map(({ value, label }) => (
            <Check
              key={value}
              type="radio"
              shape="line"
              name="mode"
              label={label}
              checked={mode === value}
              onChange={() => setMode(value)}
            />
          ))}
        </fieldset>
        {late && (
          <Notice kind="info">
            The server has not answered within a second. The file may still be on its way: as soon as it is taken, it is
            shown here. Stay on this page.
          </Notice>
        )}
        <div className={classes.buttons}>
          <Button type="submit" loading={sending}>
            Upload
          </Button>
          <span className={classes.quiet}>Nothing is recorded before you have seen what it would do.</span>
        </div>
      </form>
      <Templates />
    </Card>
  )
}

interface LeftOutProps {
  gaps: Gaps
  defaults: UploadDefaults
  onChange: (defaults: UploadDefaults) => void
}

/** What the sheet leaves out, to be filled in for all of its rows. */
function LeftOut({ gaps, defaults, onChange }: LeftOutProps) {
  if (!gaps.animalType && !gaps.areaPrefix) return null
  return (
    <fieldset>
      <legend className={classes.legend}>What the sheet does not say</legend>
      <div className={classes.leftOut}>
        {gaps.animalType && (
          <Field
            label="Animal type"
            hint="For every group in the sheet, such as Pacific oyster. May be left empty."
            maxLength={limits.recordingRules.text}
            value={defaults.animalType}
            onChange={(event) => onChange({ ...defaults, animalType: event.currentTarget.value })}
          />
        )}
        {gaps.areaPrefix && (
          <Field
            label="Area prefix"
            hint="Put before each growing area: “Site ” makes “Site A” of “A”. May be left empty."
            maxLength={limits.recordingRules.text}
            value={defaults.areaPrefix}
            onChange={(event) => onChange({ ...defaults, areaPrefix: event.currentTarget.value })}
          />
        )}
      </div>
    </fieldset>
  )
}
