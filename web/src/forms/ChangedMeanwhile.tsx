import { useEffect, useId, useRef } from 'react'
import type { Difference, Key, Meanwhile, Side } from '@/shared/lib/merge3'
import classes from './ChangedMeanwhile.module.css'

interface Words<V> {
  /** The form's name for a field. */
  labelOf: (key: Key<V>) => string
  /** A value as a person reads it; by default, the text as it is. */
  textOf?: (key: Key<V>, value: V[Key<V>]) => string
}

export interface Props<V> extends Words<V> {
  /** What both people edited: 'farm'. */
  what: string
  meanwhile: Meanwhile<V>
  /** What is in the form. */
  values: V
  onChoose: (conflict: Difference<V>, side: Side) => void
}

/**
 * Says in an open form what somebody else has saved in the meantime. What only
 * they changed is in the form already; where both changed the same field, the
 * person chooses. It takes the focus when it appears and when a choice is missing.
 */
export default function ChangedMeanwhile<V extends object>({ what, meanwhile, values, onChoose, ...words }: Props<V>) {
  const { taken, conflicts, chosen, missing } = meanwhile
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another merge is another reason to look.
  useEffect(() => panel.current?.focus(), [taken, missing])
  return (
    <section ref={panel} className={classes.panel} aria-labelledby={id} tabIndex={-1}>
      <h3 id={id} className={classes.title}>
        Somebody else changed this {what} meanwhile.
      </h3>
      <p>Nothing you typed is lost, but none of it has been saved yet.</p>
      {conflicts.length > 0 && <p>Where you both changed the same thing, choose one, then save again.</p>}
      {conflicts.length === 0 && <p>What they changed is in the form now. Save again to add your changes.</p>}
      {missing && (
        <p className={classes.missing} role="alert">
          Choose for every field first.
        </p>
      )}
      {conflicts.map((conflict) => {
        const side = chosen[conflict.keys[0] as string]
        const mine = side === 'theirs' ? conflict.mine : values
        return (
          <fieldset key={conflict.keys[0]} className={classes.conflict}>
            <legend>{labelsOf(conflict, words)}</legend>
            <Choice
              label="Keep mine"
              text={textsOf(conflict, mine, words)}
              checked={side === 'mine'}
              onChoose={() => onChoose(conflict, 'mine')}
            />
            <Choice
              label="Take theirs"
              text={textsOf(conflict, conflict.theirs, words)}
              checked={side === 'theirs'}
              onChoose={() => onChoose(conflict, 'theirs')}
            />
          </fieldset>
        )
      })}
      {taken.length > 0 && (
        <>
          <h4 className={classes.subtitle}>Taken over from them</h4>
          <dl className={classes.taken}>
            {taken.map((one) => (
              <div key={one.keys[0]}>
                <dt>{labelsOf(one, words)}</dt>
                <dd>
                  <s>{textsOf(one, one.base, words)}</s> <b>{textsOf(one, one.theirs, words)}</b>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}

interface ChoiceProps {
  label: string
  text: string
  checked: boolean
  onChoose: () => void
}

function Choice({ label, text, checked, onChoose }: ChoiceProps) {
  return (
    <label className={classes.choice}>
      <input type="radio" checked={checked} onChange={onChoose} />
      <span>
        <span className={classes.side}>{label}</span> {text}
      </span>
    </label>
  )
}

function labelsOf<V>({ keys }: Difference<V>, { labelOf }: Words<V>): string {
  return keys.map((key) => labelOf(key)).join(' and ')
}

function textsOf<V extends object>({ keys }: Difference<V>, part: Partial<V>, { textOf = asItIs }: Words<V>): string {
  const there = keys.filter((key) => Object.hasOwn(part, key))
  if (there.length === 0) return 'removed'
  const texts = there.map((key) => textOf(key, part[key] as V[Key<V>]))
  return texts.filter(Boolean).join(', ') || 'empty'
}

function asItIs(_: string, value: unknown): string {
  return String(value)
}
