import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import {
  type AccountRow,
  createUser,
  errorMessage,
  passwordRulesQuery,
  USER_LISTS,
  type UsersParams,
  useAnswers,
  usersCsv,
  usersQuery,
} from '@/api'
import { EditForm, FormSheet, useEditForm, useKeptName } from '@/forms'
import { csvName } from '@/shared/lib/csv'
import { formatInstant } from '@/shared/lib/days'
import { counted } from '@/shared/lib/numbers'
import { SORTS } from '@/shared/lib/paging'
import { saveFile } from '@/shared/lib/saveFile'
import { ArrivalNotice } from '@/shared/ui/ArrivalNotice'
import { Button } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Field } from '@/shared/ui/Field'
import { firstFocus } from '@/shared/ui/firstFocus'
import { LimitPill } from '@/shared/ui/LimitPill'
import { isSettled, ListControls, ListHead, ListResults, useFoundFor } from '@/shared/ui/List'
import { ListTable, listCells, OpeningRow } from '@/shared/ui/ListTable'
import { lazy } from '@/shared/ui/lazy'
import { NewPassword } from '@/shared/ui/NewPassword'
import { Notice } from '@/shared/ui/Notice'
import { PillSelect } from '@/shared/ui/PillSelect'
import { SearchField } from '@/shared/ui/SearchField'
import { Sheet } from '@/shared/ui/Sheet'
import { Loading } from '@/shared/ui/Skeleton'
import { Cell, RowHead } from '@/shared/ui/Table'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import { plainName } from './details'
import { fullName, groupNames, KEPT_NEW } from './words'

const InviteUser = lazy(() => import('./InviteUser'))

const ROLES = [
  { value: '', label: 'Any' },
  { value: 'admin', label: 'Admin' },
  { value: 'account', label: 'Account' },
] as const
const ACTIVE = [
  { value: '', label: 'Any' },
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
] as const
interface Props {
  /** What is asked for; lives in the URL. */
  params: UsersParams
  onChange: (part: Partial<UsersParams>, entry?: HistoryEntry) => void
}

/** All users, for those who manage them (USR-1). */
export function UserList({ params, onChange }: Props) {
  usePageTitle('Users')
  const users = useAnswers(usersQuery(params))
  const [creating, setCreating] = useState(useKeptName(KEPT_NEW) !== null)
  const [inviting, setInviting] = useState(false)
  const { username = '', role = '', isActive = '' } = params
  const asked = useFoundFor(username, isSettled(users))
  const narrowed = Boolean(username || role || isActive)
  const filter = (part: Partial<UsersParams>, entry?: HistoryEntry) => onChange({ ...part, page: 1 }, entry)
  const close = () => setCreating(false)
  const file = useMutation({ mutationFn: usersCsv, onSuccess: (csv) => saveFile(csvName('users'), csv) })

  return (
    <>
      <ListHead title="Users">
        <Button variant="plain" onClick={() => setInviting(true)}>
          Invite
        </Button>
        <Button onClick={() => setCreating(true)}>Create new</Button>
      </ListHead>
      <ArrivalNotice />
      <ListControls>
        <SearchField
          label="Username"
          hint="Username, name or email"
          value={username}
          onChange={(text, entry) => filter({ username: text }, entry)}
        />
        <PillSelect label="Can play role" value={role} choices={ROLES} onChange={(next) => filter({ role: next })} />
        <PillSelect label="Active" value={isActive} choices={ACTIVE} onChange={(next) => filter({ isActive: next })} />
        <PillSelect label="Sort by" value={params.sort} choices={SORTS} onChange={(sort) => filter({ sort })} />
        <LimitPill value={params.limit} onChange={(limit) => filter({ limit })} />
        <Button variant="plain" loading={file.isPending} onClick={() => file.mutate(params)}>
          CSV
        </Button>
      </ListControls>
      {file.isError && <Notice kind="error">{errorMessage(file.error)}</Notice>}
      <ListResults
        nouns="users"
        list={users}
        asked={params}
        said={(total) => counted(total, 'user')}
        onPage={(page, entry) => onChange({ page }, entry)}
        empty={
          <NoUsers asked={asked} narrowed={narrowed} onAll={() => filter({ username: '', role: '', isActive: '' })} />
        }
      >
        {(rows) => (
          <ListTable columns={['Username', 'Name', 'Email', 'Groups', 'Last seen', 'Active']} action="Details">
            {rows.map((user) => (
              <UserRow key={user._id} user={user} />
            ))}
          </ListTable>
        )}
      </ListResults>
      <FormSheet title="Create new user" open={creating} onClose={close}>
        <CreateUser onClose={close} />
      </FormSheet>
      <Sheet title="Invite by mail" place="middle" open={inviting} onClose={() => setInviting(false)}>
        <Suspense fallback={<Loading height={240} shape="control" />}>
          <InviteUser />
        </Suspense>
      </Sheet>
    </>
  )
}

function UserRow({ user }: { user: AccountRow }) {
  const path = `/admin/users/${user._id}`
  return (
    <OpeningRow href={path}>
      <RowHead className={listCells.name}>{user.username}</RowHead>
      <Cell className={listCells.line}>{fullName(user)}</Cell>
      <Cell className={`${listCells.line} ${listCells.muted}`}>{user.email}</Cell>
      <Cell>{groupNames(user)}</Cell>
      <Cell className={listCells.muted}>{user.lastSeen > 0 ? formatInstant(user.lastSeen) : 'never signed in'}</Cell>
      <Cell>{user.isActive ? 'Active' : <b>Not active</b>}</Cell>
      <Cell className={listCells.action}>
        <Link to="/admin/users/$userId" params={{ userId: user._id }} aria-label={`View Details of ${user.username}`}>
          View Details
        </Link>
      </Cell>
    </OpeningRow>
  )
}

function NoUsers({ asked, narrowed, onAll }: { asked: string; narrowed: boolean; onAll: () => void }) {
  if (!narrowed) {
    return (
      <EmptyState drawing="shell" title="No users yet.">
        Create the first one, then put them into a group or link them to a farm.
      </EmptyState>
    )
  }
  return (
    <EmptyState drawing="shell" title={asked ? `No user matches “${asked}”.` : 'No user matches these filters.'}>
      <p>Check the spelling, remove a filter, or show them all.</p>
      <Button variant="plain" onClick={onAll}>
        Show all users
      </Button>
    </EmptyState>
  )
}

const NEW = { username: '', email: '', password: '', first: '', middle: '', last: '' }

/** Creates a user (USR-2). What was typed stays until the server has accepted it. */
function CreateUser({ onClose }: { onClose: () => void }) {
  const rules = useQuery(passwordRulesQuery)
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useEditForm({
    name: KEPT_NEW,
    record: { values: NEW, version: 0 },
    secret: ['password'],
    pathOf: plainName,
    send: (_, __, { values: { first, middle, last, ...rest }, key }) =>
      createUser({ ...rest, name: { first, middle, last } }, key),
    onAnswer: () => void client.invalidateQueries({ queryKey: USER_LISTS }),
    onSaved: (user) => {
      onClose()
      return user && navigate({ to: '/admin/users/$userId', params: { userId: user._id } })
    },
    onCancel: onClose,
  })
  const { username, email, first, last } = form.values
  return (
    <EditForm form={form} name="Create new user" save="Create new" sheet twice>
      <Field {...form.field('username')} ref={firstFocus} label="Username" autoComplete="off" spellCheck={false} />
      <Field {...form.field('email')} label="Email" type="email" autoComplete="off" />
      <NewPassword
        {...form.field('password')}
        label="Password"
        min={rules.data?.min}
        own={[username, email, first, last]}
      />
      <Field {...form.field('first')} label="First name" autoComplete="off" />
      <Field {...form.field('middle')} label="Middle name" autoComplete="off" />
      <Field {...form.field('last')} label="Last name" autoComplete="off" />
    </EditForm>
  )
}
