import { useQuery } from '@tanstack/react-query'
import { type Account, accountQuery, myUserQuery, type User } from '@/api'
import { Failure } from '@/shared/ui/Failure'
import { Notice } from '@/shared/ui/Notice'
import panels from '@/shared/ui/Panels.module.css'
import { RecordTitle } from '@/shared/ui/RecordTitle'
import { LoadingParts, Skeleton } from '@/shared/ui/Skeleton'
import { DeleteUser } from './DeleteUser'
import { DetailsCard } from './DetailsCard'
import { FarmsCard } from './FarmsCard'
import { GroupsCard } from './GroupsCard'
import { PasswordCard } from './PasswordCard'
import { refusalsOf } from './rights'
import { SecondFactorCard } from './SecondFactorCard'
import { SessionsCard } from './SessionsCard'
import classes from './Users.module.css'

const LIST = { list: 'Users', to: '/admin/users' } as const

/** A user and everything that can be changed about them (USR-3). */
export function UserDetail({ userId }: { userId: string }) {
  const account = useQuery(accountQuery(userId))
  const me = useQuery(myUserQuery)

  if (account.data && me.data) return <LoadedUser account={account.data} me={me.data} />
  if (account.isError) {
    return (
      <>
        <RecordTitle {...LIST} name="Error" />
        <Failure query={account} />
      </>
    )
  }
  return (
    <>
      <RecordTitle {...LIST} name="loading..." />
      <LoadingParts words="Loading the user..." className={panels.panels}>
        <Skeleton height={420} shape="card" />
        <Skeleton height={240} shape="card" />
      </LoadingParts>
    </>
  )
}

function LoadedUser({ account, me }: { account: Account; me: User }) {
  const refusals = refusalsOf(account, me)
  return (
    <>
      <RecordTitle {...LIST} name={account.username} />
      {refusals.all && (
        <div className={classes.told}>
          <Notice kind="info">{refusals.all}</Notice>
        </div>
      )}
      <div className={panels.panels}>
        <div className={panels.side}>
          <DetailsCard account={account} refusals={refusals} />
          <PasswordCard account={account} refusals={refusals} />
          <GroupsCard account={account} refusals={refusals} />
          <SessionsCard account={account} refusals={refusals} />
          <SecondFactorCard account={account} refusals={refusals} />
          <DeleteUser account={account} refusals={refusals} />
        </div>
        <div className={panels.side}>
          <FarmsCard account={account} refusals={refusals} />
        </div>
      </div>
    </>
  )
}
