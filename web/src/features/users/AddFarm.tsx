import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type Account, errorMessage, type FarmRow, farmsQuery, linkFarm } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import { Notice } from '@/shared/ui/Notice'
import { useDraft } from '@/shared/ui/useDraft'
import classes from './Users.module.css'
import { ALREADY_ADDED, FARMS_MOST, fullName, isLinked, TOO_MANY_FARMS } from './words'

/** How many farms are suggested; to find others, more of the name has to be typed. */
const SUGGESTED = 50

interface Props {
  account: Account
  onAnswer: (account: Account) => void
  /** Called once it is answered, if nothing else has been chosen since. */
  onSaved: () => void
}

/** Links the user to a farm, found by part of its name: the browser suggests what the server has found. */
export function AddFarm({ account, onAnswer, onSaved }: Props) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  const { setDraft: search } = useDraft(name, setName)
  const [looking, setLooking] = useState(false)
  const farms = useQuery({
    ...farmsQuery({ name: name.trim(), sort: 'name', limit: SUGGESTED, page: 1 }),
    enabled: looking,
    placeholderData: keepPreviousData,
  })
  const found = suggestionsOf(farms.data?.data ?? [])
  const farm = found.find(({ text }) => same(text, typed))?.farm
  const link = useMutation({
    mutationFn: (chosen: FarmRow) => linkFarm(account._id, chosen._id, fullName(account)),
    onSuccess: onAnswer,
  })
  const full = account.farms.length >= FARMS_MOST
  const twice = farm !== undefined && isLinked(account, farm._id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (farm && !twice) link.mutate(farm, { onSuccess: onSaved })
  }
  const type = (next: string) => {
    link.reset()
    setTyped(next)
    // What was picked from the list is not searched for.
    if (!found.some(({ text }) => same(text, next))) search(next)
  }
  const none = farms.isSuccess && found.length === 0 ? 'No farm matches.' : undefined
  return (
    <form noValidate className={classes.form} onSubmit={submit} aria-label="Add a farm">
      {link.error && <Notice kind="error">{errorMessage(link.error)}</Notice>}
      <Field
        label="Farm"
        list={id}
        placeholder="Search by name"
        autoComplete="off"
        spellCheck={false}
        disabled={full}
        readOnly={link.isPending}
        error={twice ? ALREADY_ADDED : farms.error && errorMessage(farms.error)}
        hint={full ? TOO_MANY_FARMS : none}
        value={typed}
        onFocus={() => setLooking(true)}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <datalist id={id}>
        {found.map(({ farm: { _id }, text }) => (
          <option key={_id} value={text} />
        ))}
      </datalist>
      <div className={classes.buttons}>
        <Button type="submit" disabled={!farm || twice} loading={link.isPending}>
          Add farm
        </Button>
      </div>
    </form>
  )
}

function same(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

/** Farms by name; namesakes are told apart by their ids. */
function suggestionsOf(farms: readonly FarmRow[]): { farm: FarmRow; text: string }[] {
  return farms.map((farm) => {
    const namesakes = farms.filter(({ name }) => same(name, farm.name))
    return { farm, text: namesakes.length > 1 ? `${farm.name}, ${farm._id}` : farm.name }
  })
}
