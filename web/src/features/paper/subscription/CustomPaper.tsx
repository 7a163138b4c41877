import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import fields from '@/shared/ui/Fields.module.css'
import classes from './Subscription.module.css'
import { CUSTOM_LISTS, type TermsForm } from './terms'

type Lists = Pick<TermsForm, 'customPaperRolls' | 'customMobileRolls'>

interface Props {
  lists: Lists
  error: (path: string) => string | undefined
  onChange: (part: Partial<Lists>) => void
}

/** Rolls printed for this farm: each delivery with its date and number (PAPER-7). */
export function CustomPaper({ lists, error, onChange }: Props) {
  return CUSTOM_LISTS.map(({ field, label }) => {
    const rolls = lists[field]
    const put = (at: number, part: object) =>
      onChange({ [field]: rolls.map((one, index) => (index === at ? { ...one, ...part } : one)) })
    return (
      <fieldset key={field} className={classes.part}>
        <legend>{label}</legend>
        {rolls.map(({ date, count }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: deliveries have no id, and their inputs no state of their own.
          <div key={at} className={`${fields.fields} ${classes.roll}`}>
            <Field
              name={`${field}.${at}.date`}
              label={`Date ${at + 1}`}
              type="date"
              value={date}
              error={error(`${field}.${at}.date`)}
              onChange={(event) => put(at, { date: event.currentTarget.value })}
            />
            <Field
              name={`${field}.${at}.count`}
              label={`Rolls ${at + 1}`}
              inputMode="numeric"
              value={count}
              error={error(`${field}.${at}.count`)}
              onChange={(event) => put(at, { count: event.currentTarget.value })}
            />
            <Button
              variant="plain"
              aria-label={`Remove ${label} ${at + 1}`}
              onClick={() => onChange({ [field]: rolls.filter((_, index) => index !== at) })}
            >
              Remove
            </Button>
          </div>
        ))}
        <Button variant="plain" onClick={() => onChange({ [field]: [...rolls, { date: '', count: '' }] })}>
          Add {label.toLowerCase()}
        </Button>
      </fieldset>
    )
  })
}
