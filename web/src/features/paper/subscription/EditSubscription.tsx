import { useQuery } from '@tanstack/react-query'
import { type FarmRecord, limits, myUserQuery, type ShippingAddress, subscribe, useFarmCache } from '@/api'
import { EditForm, type EditProps, useEditForm } from '@/forms'
import { dollarsOf } from '@/shared/lib/money'
import { mayAny } from '@/shared/lib/roles'
import { Check } from '@/shared/ui/Check'
import { Field } from '@/shared/ui/Field'
import fields from '@/shared/ui/Fields.module.css'
import { LimitedField } from '@/shared/ui/FormFields'
import { Notice } from '@/shared/ui/Notice'
import { AddressFields } from '../shipping/AddressFields'
import { Costs } from './Costs'
import { CustomPaper } from './CustomPaper'
import { Printers } from './Printers'
import { Refills } from './Refills'
import classes from './Subscription.module.css'
import { bodyOf, KEPT_TERMS, quoteOf, SHAPE, termLabel, termsOf, termsProblems, termText } from './terms'

interface Props extends EditProps {
  farm: FarmRecord
  /** The form has replaced a read view, and Cancel leads back to it. */
  cancel: boolean
}

const storedOf = (farm: FarmRecord) => ({ values: termsOf(farm), version: farm.version })

const FLAGS = [
  ['sendFullfillmentEmail', 'Email the team when there is something to ship'],
  ['stopAutoReplenishment', 'Stop auto replenishment'],
  ['hasCustomPaper', 'Custom paper'],
] as const

/** The form that starts or changes the tagging subscription of a farm (PAPER-1 to PAPER-13). */
export default function EditSubscription({ farm, cancel, ...ends }: Props) {
  const cache = useFarmCache(farm._id)
  const { data: me } = useQuery(myUserQuery)
  const mayPrice = me !== undefined && mayAny(me, 'pricing')
  const active = farm.taggingActive === true
  const form = useEditForm({
    name: KEPT_TERMS,
    record: storedOf(farm),
    shape: SHAPE,
    problems: termsProblems,
    always: !active,
    pathOf: (field) => (field.startsWith('printers') ? 'printers' : field),
    send: (_, version, { mine, key }) => subscribe(farm._id, bodyOf(mine, version), key),
    reload: async () => storedOf(await cache.reload()),
    onAnswer: cache.replace,
    ...ends,
  })
  const { values, set, error } = form
  const address = (name: keyof ShippingAddress) => form.field(`shippingAddress.${name}`)
  const setupFee = farm.setupFee || farm.taggingSetupFee

  return (
    <EditForm
      form={form}
      name="Edit Paper & Printers"
      what="farm"
      labelOf={termLabel}
      textOf={termText}
      save={active ? 'Update Tagging Subscription' : 'Enable Tagging Subscription'}
      cancel={cancel}
      takesFocus={cancel}
    >
      {!farm.hasPaymentMethod && (
        <Notice kind="error">
          This farm has no payment method. It must visit the billing settings in the main app first.
        </Notice>
      )}
      <div className={classes.layout}>
        <div className={classes.parts}>
          <Printers
            farm={farm}
            printers={values.printers}
            refill={values}
            error={error('printers')}
            onChange={(printers, refill) => set({ ...refill, printers })}
          />
          <Refills farm={farm} printers={values.printers} refill={values} error={error} onChange={set} />
          <fieldset className={classes.part}>
            <legend>Shipping address</legend>
            <AddressFields
              field={address}
              onMove={(country, state) => set({ shippingAddress: { ...values.shippingAddress, country, state } })}
            />
          </fieldset>
          <fieldset className={classes.part}>
            <legend>Paper</legend>
            <div className={fields.fields}>
              <LimitedField
                {...form.field('paperSize')}
                label="Paper size"
                hint={'7" if left empty.'}
                maxLength={limits.SubscriptionForm.paperSize}
              />
            </div>
            <div>
              {FLAGS.map(([name, label]) => (
                <Check key={name} {...form.check(name)} type="checkbox" shape="line" label={label} />
              ))}
            </div>
          </fieldset>
          {values.hasCustomPaper && <CustomPaper lists={values} error={error} onChange={set} />}
          <fieldset className={classes.part} disabled={!mayPrice}>
            <legend>Prices</legend>
            {!mayPrice && <p className={classes.muted}>Only those who set prices can change these.</p>}
            <div className={fields.fields}>
              <Field
                {...form.field('promotionalFee')}
                label="Promotional fee"
                inputMode="decimal"
                hint={`In US dollars, instead of the setup fee of ${dollarsOf(setupFee)}. Empty for none, 0 for free.`}
              />
            </div>
            <div>
              <Check {...form.check('paperDiscount')} type="checkbox" shape="line" label="Paper discount" />
            </div>
          </fieldset>
        </div>
        <div className={classes.costs}>
          <Costs farmId={farm._id} quote={quoteOf(form.mine, farm.taggingActive)} active={active} />
        </div>
      </div>
    </EditForm>
  )
}
