import { Suspense, useEffect } from 'react'
import chips from '@/shared/ui/Chips.module.css'
import { lazy } from '@/shared/ui/lazy'
import { NumberField } from '@/shared/ui/NumberField'
import type { Draft } from './draft'
import { type MeasuredBy, NO_SAMPLE, type SampleDraft } from './lengths'
import type { Problems } from './problems'
import classes from './Sample.module.css'

const Lengths = lazy(() => import('./SampleLengths'))

const WAYS: { by: MeasuredBy; label: string }[] = [
  { by: 'mean', label: 'Mean' },
  { by: 'lengths', label: 'One by one' },
  { by: 'classes', label: 'By class' },
]

interface Props {
  draft: Draft
  problems: Problems
  onChange: (part: Partial<Draft>) => void
}

/** A size sample: its mean, or the lengths from which it follows. */
export default function Sample({ draft, problems, onChange }: Props) {
  const sample = draft.sample ?? NO_SAMPLE
  // On the water the connection may be gone when it is asked for.
  useEffect(() => void Lengths.ahead().catch(() => undefined), [])
  const change = (part: Partial<SampleDraft>) => onChange({ sample: { ...sample, ...part } })
  return (
    <div className={classes.sample}>
      <fieldset className={classes.ways}>
        <legend className="visually-hidden">Measured</legend>
        {WAYS.map(({ by, label }) => (
          <button
            key={by}
            type="button"
            className={chips.chip}
            aria-pressed={sample.by === by}
            onClick={() => change({ by })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {sample.by === 'mean' ? (
        <div className={classes.row}>
          <NumberField
            label="Animals measured"
            name="measured"
            value={draft.measured}
            onChange={(measured) => onChange({ measured })}
            error={problems.measured}
          />
          <NumberField
            label="Mean size in mm"
            name="sizeMm"
            keys="decimal"
            value={draft.sizeMm}
            onChange={(sizeMm) => onChange({ sizeMm })}
            error={problems.sizeMm}
          />
        </div>
      ) : (
        <Suspense fallback={null}>
          <Lengths
            sample={sample}
            error={problems.lengths ?? problems.measured ?? problems.sizeMm}
            onChange={(next) => onChange({ sample: next })}
          />
        </Suspense>
      )}
    </div>
  )
}
