import { createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { JobList } from '@/features/jobs'
import { isRoot } from '@/shared/lib/roles'
import { JOBS_DEFAULTS, jobsSearch } from './-search/admin'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/admin/jobs')({
  validateSearch: jobsSearch,
  search: { middlewares: [stripSearchParams(JOBS_DEFAULTS)] },
  beforeLoad: ({ context }) => {
    if (!isRoot(context.user)) throw redirect({ to: '/admin', replace: true })
  },
  component: Jobs,
})

function Jobs() {
  const [search, change] = useChange(Route)
  return <JobList params={search} onChange={change} />
}
