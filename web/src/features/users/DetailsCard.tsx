import { type Account, editUser } from '@/api'
import { EditForm, FormCard, useEditForm } from '@/forms'
import { Check } from '@/shared/ui/Check'
import { Field } from '@/shared/ui/Field'
import { changeOf, type Details, detailsOf, LABELS, plainName, textOf } from './details'
import type { Refusals } from './rights'
import classes from './Users.module.css'
import { useAccountCache } from './useAccountCache'

interface Props {
  account: Account
  refusals: Refusals
}

/** Who the user is, and whether they can sign in. */
export function DetailsCard(props: Props) {
  return <FormCard title="Details">{(onSaved) => <DetailsForm {...props} onSaved={onSaved} />}</FormCard>
}

const storedOf = (account: Account) => ({ values: detailsOf(account), version: account.version })

function DetailsForm({ account, refusals, onSaved }: Props & { onSaved: () => void }) {
  const cache = useAccountCache(account._id)
  const form = useEditForm({
    name: 'details',
    record: storedOf(account),
    pathOf: plainName,
    send: (change, version) => editUser(account._id, { ...changeOf(change), version }),
    reload: async () => storedOf(await cache.reload()),
    onAnswer: (after) => {
      cache.keep(after)
      // Whoever is no longer active, or has another email, is signed out.
      if (!after.isActive || after.email !== account.email) return cache.signedOut()
    },
    onSaved,
  })
  const moves = form.values.email.trim() !== account.email
  const input = (name: keyof Details) => ({ ...form.field(name), label: LABELS[name], autoComplete: 'off' })
  return (
    <EditForm
      form={form}
      name="Details"
      what="user"
      labelOf={(key) => LABELS[key]}
      textOf={textOf}
      locked={refusals.all !== null}
    >
      <div className={classes.pair}>
        <Field {...input('username')} spellCheck={false} />
        <Field
          {...input('email')}
          type="email"
          disabled={refusals.email !== null}
          hint={
            refusals.email ?? (moves ? `With another email ${account.username} is signed out everywhere.` : undefined)
          }
        />
        <Field {...input('first')} />
        <Field {...input('middle')} />
        <Field {...input('last')} />
      </div>
      <Check
        {...form.check('isActive')}
        type="checkbox"
        shape="line"
        label="Active"
        disabled={refusals.active !== null}
      />
      <p className="quiet">
        {refusals.active ?? 'A user who is not active cannot sign in, and is signed out at once.'}
      </p>
    </EditForm>
  )
}
