import { IconPlus } from '@tabler/icons-react'
import { type Held, type Lease, limits } from '@/api'
import { whole } from '@/shared/lib/entries'
import { counted, exact } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { SelectField } from '@/shared/ui/FormFields'
import { NumberField } from '@/shared/ui/NumberField'
import { type Draft, type Target, taken, targetFrom } from './draft'
import { LotFields } from './LotFields'
import type { Problems } from './problems'
import classes from './Record.module.css'
import { stayWords } from './words'

/** How many places one move can go to, by the ledger's rule. */
const MOST_PARTS = limits.recordingRules.parts

interface Props {
  farmId: string
  draft: Draft
  place: Held
  leases: readonly Lease[]
  problems: Problems
  onChange: (targets: Target[]) => void
}

function withTarget(targets: readonly Target[], index: number, part: Partial<Target>): Target[] {
  return targets.map((target, at) => (at === index ? { ...target, ...part } : target))
}

/** Where a move goes; what is not changed stays as it was. */
export function MoveTarget({ farmId, draft, leases, problems, onChange }: Props) {
  const [target] = draft.targets
  if (!target) return null
  return (
    <fieldset className={classes.part}>
      <legend className={classes.legend}>Where to</legend>
      <TargetFields
        farmId={farmId}
        prefix="to."
        target={target}
        leases={leases}
        onChange={(part) => onChange(withTarget(draft.targets, 0, part))}
      />
      <Problem text={problems.to} />
    </fieldset>
  )
}

/** The lots that a grading or split makes; what is left over is worked out as they are typed. */
export function SplitTargets({ farmId, draft, place, leases, problems, onChange }: Props) {
  const { targets } = draft
  const rest = place.onHand - taken(targets)
  const withContainers = place.containers > 0
  return (
    <>
      {targets.map((target, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a target has nothing but its position.
          key={index}
          className={classes.part}
        >
          <legend className={classes.legend}>{targets.length > 1 ? `Part ${index + 1}` : 'Where to'}</legend>
          <div className={classes.fields}>
            <NumberField
              label="Animals"
              name={`to.${index}.count`}
              value={target.count}
              onChange={(count) => onChange(withTarget(targets, index, { count }))}
              error={problems[`to.${index}.count`]}
            />
            {withContainers && (
              <NumberField
                label="In containers"
                name={`to.${index}.containers`}
                value={target.containers}
                onChange={(containers) => onChange(withTarget(targets, index, { containers }))}
                error={problems[`to.${index}.containers`]}
              />
            )}
          </div>
          <TargetFields
            farmId={farmId}
            prefix={`to.${index}.`}
            target={target}
            leases={leases}
            onChange={(part) => onChange(withTarget(targets, index, part))}
          />
          <Problem text={problems[`to.${index}`]} />
          <div className={classes.partButtons}>
            {rest > 0 && (
              <Button
                variant="plain"
                onClick={() =>
                  onChange(withTarget(targets, index, { count: String((whole(target.count) ?? 0) + rest) }))
                }
              >
                Put the remaining {exact(rest)} here
              </Button>
            )}
            {targets.length > 1 && (
              <Button variant="plain" onClick={() => onChange(targets.filter((_, at) => at !== index))}>
                Remove part {index + 1}
              </Button>
            )}
          </div>
        </fieldset>
      ))}
      <div className={classes.rest}>
        <p role="status" data-over={rest < 0}>
          {counted(targets.length, 'part')}, {exact(taken(targets))} of {exact(place.onHand)}:{' '}
          <strong>{stayWords(place.onHand, taken(targets))}</strong>
        </p>
        {targets.length < MOST_PARTS && (
          <Button
            variant="plain"
            icon={<IconPlus size={18} aria-hidden />}
            onClick={() => onChange([...targets, targetFrom(place)])}
          >
            Another part
          </Button>
        )}
      </div>
      <Problem text={problems.to ?? problems.count} />
    </>
  )
}

/** What is wrong with several inputs together; it takes the focus like an input. */
function Problem({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p tabIndex={-1} data-problem className={classes.error}>
      {text}
    </p>
  )
}

interface FieldsProps {
  farmId: string
  prefix: string
  target: Target
  leases: readonly Lease[]
  onChange: (part: Partial<Target>) => void
}

function TargetFields({ farmId, prefix, target, leases, onChange }: FieldsProps) {
  return (
    <div className={classes.fields}>
      <SelectField
        label="Growing area"
        name={`${prefix}leaseId`}
        value={target.leaseId}
        choices={leases.map(({ leaseId, name }) => ({ value: leaseId, label: name }))}
        onChange={(event) => onChange({ leaseId: event.currentTarget.value })}
      />
      <LotFields farmId={farmId} value={target} onChange={onChange} prefix={prefix} />
    </div>
  )
}
