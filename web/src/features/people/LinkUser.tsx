import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import {
  type AccountRow,
  errorMessage,
  farmQuery,
  type Level,
  linkFarm,
  type People,
  peopleQuery,
  usersQuery,
} from '@/api'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Field } from '@/shared/ui/Field'
import { SelectField } from '@/shared/ui/FormFields'
import { Notice } from '@/shared/ui/Notice'
import { useDraft } from '@/shared/ui/useDraft'
import classes from './People.module.css'
import { LEVELS } from './words'

/** How many users are suggested; to find others, more has to be typed. */
const SUGGESTED = 20

/** For staff: links a user who is there already, found by username, name or email. */
export function LinkUser({ farmId, people }: { farmId: string; people: People }) {
  const id = useId()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [may, setMay] = useState<Level>('manage')
  const [looking, setLooking] = useState(false)
  const { setDraft: search } = useDraft(asked, setAsked)
  const users = useQuery({
    ...usersQuery({ username: asked.trim(), sort: 'name', limit: SUGGESTED, page: 1 }),
    enabled: looking,
    placeholderData: keepPreviousData,
  })
  const found = users.data?.data ?? []
  const [picked, setPicked] = useState<AccountRow>()
  const matches = (one: AccountRow) => textOf(one) === typed || one.username === typed.trim()
  // What was picked stays, also when another answer comes.
  const user = picked && matches(picked) ? picked : found.find(matches)
  const twice = user !== undefined && people.people.some(({ _id }) => _id === user._id)
  const linking = useMutation({
    mutationFn: (chosen: AccountRow) => linkFarm(chosen._id, farmId, textOf(chosen), may),
    onSuccess: async () => {
      setTyped('')
      await client.invalidateQueries({ queryKey: peopleQuery(farmId).queryKey })
      await client.invalidateQueries({ queryKey: farmQuery(farmId).queryKey, exact: true })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (user && !twice && !linking.isPending) linking.mutate(user)
  }
  const type = (next: string) => {
    linking.reset()
    setTyped(next)
    setPicked(found.find((one) => textOf(one) === next))
    if (!found.some((one) => textOf(one) === next)) search(next)
  }
  return (
    <Card title="Link a user">
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Link a user">
        {linking.error && <Notice kind="error">{errorMessage(linking.error)}</Notice>}
        {linking.isSuccess && <Notice kind="success">{linking.variables.username} is linked to this farm.</Notice>}
        <Field
          label="User"
          list={id}
          placeholder="Search by name, email or username"
          autoComplete="off"
          spellCheck={false}
          error={twice ? 'This user is linked already.' : users.error && errorMessage(users.error)}
          hint={users.isSuccess && found.length === 0 ? 'No user matches.' : undefined}
          value={typed}
          onFocus={() => setLooking(true)}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <datalist id={id}>
          {found.map((one) => (
            <option key={one._id} value={textOf(one)} />
          ))}
        </datalist>
        <SelectField
          label="They may"
          value={may}
          choices={LEVELS}
          onChange={(event) => setMay(event.currentTarget.value as Level)}
        />
        <div className={classes.buttons}>
          <Button type="submit" disabled={!user || twice} loading={linking.isPending}>
            Link
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** "rosa, Rosa Diaz, rosa@farm.example" */
function textOf({ username, name, email }: AccountRow): string {
  return [username, [name.first, name.last].filter(Boolean).join(' '), email].filter(Boolean).join(', ')
}
