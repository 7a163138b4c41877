import { IconPlus } from '@tabler/icons-react'
import { limits } from '@/api'
import { whole } from '@/shared/lib/entries'
import { counted, exact } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { NumberField } from '@/shared/ui/NumberField'
import { taken, targetFrom } from './draft'
import classes from './Record.module.css'
import { Problem, TargetFields, type TargetsProps, withTarget } from './Targets'
import { stayWords } from './words'

/** How many places one move can go to, by the ledger's rule. */
const MOST_PARTS = limits.recordingRules.parts

/** The lots that a grading or split makes; what is left over is worked out as they are typed. */
export default function SplitTargets({ farmId, draft, place, leases, problems, onChange }: TargetsProps) {
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
