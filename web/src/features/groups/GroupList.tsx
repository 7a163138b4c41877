import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type AdminGroup, createGroup, GROUPS, type GroupsParams, groupsQuery, useAnswers } from '@/api'
import { EditForm, FormSheet, useEditForm, useKeptName } from '@/forms'
import { counted } from '@/shared/lib/numbers'
import { SORTS } from '@/shared/lib/paging'
import { ArrivalNotice } from '@/shared/ui/ArrivalNotice'
import { Button } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Field } from '@/shared/ui/Field'
import { firstFocus } from '@/shared/ui/firstFocus'
import { LimitPill } from '@/shared/ui/LimitPill'
import { isSettled, ListControls, ListHead, ListResults, useFoundFor } from '@/shared/ui/List'
import { ListTable, listCells, OpeningRow } from '@/shared/ui/ListTable'
import { NoMatch } from '@/shared/ui/NoMatch'
import { PillSelect } from '@/shared/ui/PillSelect'
import { SearchField } from '@/shared/ui/SearchField'
import { Cell, RowHead } from '@/shared/ui/Table'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import type { HistoryEntry } from '@/shared/ui/useTyping'
import { held, KEPT_NEW } from './permissions'

interface Props {
  /** What is asked for; it lives in the URL. */
  params: GroupsParams
  onChange: (part: Partial<GroupsParams>, entry?: HistoryEntry) => void
}

/** All admin groups, for those who manage users (GRP-2). */
export function GroupList({ params, onChange }: Props) {
  usePageTitle('Admin Groups')
  const groups = useAnswers(groupsQuery(params))
  const [creating, setCreating] = useState(useKeptName(KEPT_NEW) !== null)
  const { name = '' } = params
  const asked = useFoundFor(name, isSettled(groups))
  const filter = (part: Partial<GroupsParams>, entry?: HistoryEntry) => onChange({ ...part, page: 1 }, entry)
  const close = () => setCreating(false)

  return (
    <>
      <ListHead title="Admin Groups">
        <Button onClick={() => setCreating(true)}>Create new</Button>
      </ListHead>
      <ArrivalNotice />
      <ListControls>
        <SearchField label="Search by name" value={name} onChange={(text, entry) => filter({ name: text }, entry)} />
        <PillSelect label="Sort by" value={params.sort} choices={SORTS} onChange={(sort) => filter({ sort })} />
        <LimitPill value={params.limit} onChange={(limit) => filter({ limit })} />
      </ListControls>
      <ListResults
        nouns="admin groups"
        list={groups}
        asked={params}
        said={(total) => counted(total, 'admin group')}
        onPage={(page, entry) => onChange({ page }, entry)}
        empty={<NoGroups asked={asked} onAll={() => filter({ name: '' })} />}
      >
        {(rows) => (
          <ListTable columns={['Name', 'Permissions', 'Members']} action="Details">
            {rows.map((group) => (
              <GroupRow key={group._id} group={group} />
            ))}
          </ListTable>
        )}
      </ListResults>
      <FormSheet title="Create new admin group" open={creating} onClose={close}>
        <CreateGroup onClose={close} />
      </FormSheet>
    </>
  )
}

function GroupRow({ group }: { group: AdminGroup }) {
  const names = held(group.permissions)
  return (
    <OpeningRow href={`/admin/admin-groups/${group._id}`}>
      <RowHead className={listCells.name}>{group.name}</RowHead>
      <Cell className={`${listCells.line} ${listCells.muted}`}>{names.join(', ') || 'none'}</Cell>
      <Cell>{counted(group.members, 'member')}</Cell>
      <Cell className={listCells.action}>
        <Link to="/admin/admin-groups/$groupId" params={{ groupId: group._id }} aria-label={`Edit ${group.name}`}>
          Edit
        </Link>
      </Cell>
    </OpeningRow>
  )
}

function NoGroups({ asked, onAll }: { asked: string; onAll: () => void }) {
  if (!asked) {
    return (
      <EmptyState drawing="shell" title="No admin groups yet.">
        Create the first one, say what its members may do, then add people to it.
      </EmptyState>
    )
  }
  return <NoMatch one="admin group" many="admin groups" asked={asked} onAll={onAll} />
}

/** What it takes to make an admin group (GRP-2). It stays until the server has taken it. */
function CreateGroup({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useEditForm({
    name: KEPT_NEW,
    record: { values: { name: '' }, version: 0 },
    send: (_, __, { values, key }) => createGroup(values, key),
    onAnswer: () => void client.invalidateQueries({ queryKey: GROUPS }),
    onSaved: (group) => {
      onClose()
      return group && navigate({ to: '/admin/admin-groups/$groupId', params: { groupId: group._id } })
    },
    onCancel: onClose,
  })
  return (
    <EditForm form={form} name="Create new admin group" save="Create new" sheet twice>
      <Field {...form.field('name')} ref={firstFocus} label="Name" autoComplete="off" />
    </EditForm>
  )
}
