import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type Account, accountQuery, errorMessage, myUserQuery, type User } from '@/api'
import { Failure } from '@/shared/ui/Failure'
import { lazy } from '@/shared/ui/lazy'
import { Notice } from '@/shared/ui/Notice'
import { RecordTitle } from '@/shared/ui/RecordTitle'
import { Skeleton } from '@/shared/ui/Skeleton'
import { DeleteUser } from './DeleteUser'
import { DetailsCard } from './DetailsCard'
import { refusalsOf } from './rights'
import { SecondFactorCard } from './SecondFactorCard'
import classes from './Users.module.css'

const loadFarms = () => import('./FarmsCard')
const loadGroups = () => import('./GroupsCard')
const loadPassword = () => import('./PasswordCard')
const loadSessions = () => import('./SessionsCard')
// Asked for with this page, so that they are there when the user is; what goes wrong is said when they are needed.
for (const load of [loadFarms, loadGroups, loadPassword, loadSessions]) load().catch(() => undefined)
const FarmsCard = lazy(loadFarms)
const GroupsCard = lazy(loadGroups)
const PasswordCard = lazy(loadPassword)
const SessionsCard = lazy(loadSessions)

const LIST = { list: 'Users', to: '/admin/users' } as const

/** A user with all that can be done with them (USR-3). */
export function UserDetail({ userId }: { userId: string }) {
  const account = useQuery(accountQuery(userId))
  const me = useQuery(myUserQuery)

  if (account.data && me.data) return <LoadedUser account={account.data} me={me.data} />
  if (account.isError) {
    return (
      <>
        <RecordTitle {...LIST} name="Error" />
        <Failure
          message={errorMessage(account.error)}
          onRetry={() => account.refetch()}
          retrying={account.isFetching}
        />
      </>
    )
  }
  return (
    <>
      <RecordTitle {...LIST} name="loading..." />
      <div className={classes.columns} role="status">
        <span className="visually-hidden">Loading the user...</span>
        <Skeleton height={420} shape="card" />
        <Skeleton height={240} shape="card" />
      </div>
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
      <div className={classes.columns}>
        <div className={classes.column}>
          <DetailsCard account={account} refusals={refusals} />
          <Suspense fallback={<Skeleton height={264} shape="card" />}>
            <PasswordCard account={account} refusals={refusals} />
          </Suspense>
          <Suspense fallback={<Skeleton height={264} shape="card" />}>
            <GroupsCard account={account} refusals={refusals} />
          </Suspense>
          <Suspense fallback={<Skeleton height={180} shape="card" />}>
            <SessionsCard account={account} refusals={refusals} />
          </Suspense>
          <SecondFactorCard account={account} refusals={refusals} />
          <DeleteUser account={account} refusals={refusals} />
        </div>
        <div className={classes.column}>
          <Suspense fallback={<Skeleton height={240} shape="card" />}>
            <FarmsCard account={account} refusals={refusals} />
          </Suspense>
        </div>
      </div>
    </>
  )
}
