import type { Held, Lease } from '@/api'
import { SelectField } from '@/shared/ui/FormFields'
import type { Draft, Target } from './draft'
import { LotFields } from './LotFields'
import type { Problems } from './problems'
import classes from './Record.module.css'

export interface TargetsProps {
  farmId: string
  draft: Draft
  place: Held
  leases: readonly Lease[]
  problems: Problems
  onChange: (targets: Target[]) => void
}

export function withTarget(targets: readonly Target[], index: number, part: Partial<Target>): Target[] {
  return targets.map((target, at) => (at === index ? { ...target, ...part } : target))
}

/** Where a move goes; what is not changed stays as it was. */
export function MoveTarget({ farmId, draft, leases, problems, onChange }: TargetsProps) {
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

/** What is wrong with several inputs together; it takes the focus like an input. */
export function Problem({ text }: { text: string | undefined }) {
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

export function TargetFields({ farmId, prefix, target, leases, onChange }: FieldsProps) {
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
