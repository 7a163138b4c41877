import { useQuery } from '@tanstack/react-query'
import { type AdminGroup, groupQuery } from '@/api'
import { Failure } from '@/shared/ui/Failure'
import panels from '@/shared/ui/Panels.module.css'
import { RecordTitle } from '@/shared/ui/RecordTitle'
import { Skeleton } from '@/shared/ui/Skeleton'
import { DeleteGroup } from './DeleteGroup'
import { DetailsCard } from './DetailsCard'
import { MembersCard } from './MembersCard'
import { PermissionsCard } from './PermissionsCard'

const LIST = { list: 'Admin Groups', to: '/admin/admin-groups' } as const

/** An admin group with all that can be done with it (GRP-3). */
export function GroupDetail({ groupId }: { groupId: string }) {
  const group = useQuery(groupQuery(groupId))

  if (group.data) return <LoadedGroup group={group.data} />
  if (group.isError) {
    return (
      <>
        <RecordTitle {...LIST} name="Error" />
        <Failure query={group} />
      </>
    )
  }
  return (
    <>
      <RecordTitle {...LIST} name="loading..." />
      <div className={panels.panels} role="status">
        <span className="visually-hidden">Loading the group...</span>
        <Skeleton height={420} shape="card" />
        <Skeleton height={240} shape="card" />
      </div>
    </>
  )
}

function LoadedGroup({ group }: { group: AdminGroup }) {
  return (
    <>
      <RecordTitle {...LIST} name={group.name} />
      <div className={panels.panels}>
        <div className={panels.side}>
          <DetailsCard group={group} />
          <PermissionsCard group={group} />
          <DeleteGroup group={group} />
        </div>
        <div className={panels.side}>
          <MembersCard group={group} />
        </div>
      </div>
    </>
  )
}
