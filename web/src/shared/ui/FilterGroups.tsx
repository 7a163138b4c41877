import { Check } from './Check'
import classes from './FilterGroups.module.css'
import { Searched } from './Searched'

interface Props<K extends string> {
  groups: readonly { key: K; label: string; options: readonly string[] }[]
  chosen: Partial<Record<K, readonly string[]>>
  textOf: (key: K, value: string) => string
  onToggle: (key: K, value: string) => void
}

/** The things by which animals can be told apart, with the values a farm really has (REP-13). */
export function FilterGroups<K extends string>({ groups, chosen, textOf, onToggle }: Props<K>) {
  return (
    <div className={classes.groups}>
      {groups.map(({ key, label, options }) => (
        <fieldset key={key} className={classes.group}>
          <legend>{label}</legend>
          <Searched all={options} textOf={(value) => textOf(key, value)} label={`Find in ${label}`}>
            {(shown) => (
              <div className={classes.options}>
                {shown.map((value) => (
                  <Check
                    key={value}
                    shape="line"
                    type="checkbox"
                    label={textOf(key, value)}
                    checked={chosen[key]?.includes(value) ?? false}
                    onChange={() => onToggle(key, value)}
                  />
                ))}
              </div>
            )}
          </Searched>
        </fieldset>
      ))}
    </div>
  )
}
