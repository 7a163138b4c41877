import { createFileRoute, redirect, stripSearchParams } from '@tanstack/react-router'
import { jobKindsQuery, jobsQuery } from '@/api'
import { JobList } from '@/features/jobs'
import { isRoot } from '@/shared/lib/roles'
import { JOBS_DEFAULTS, jobsSearch } from './-search/admin'

export const Route = createFileRoute('/admin/jobs')({
  validateSearch: jobsSearch,
  search: { middlewares: [stripSearchParams(JOBS_DEFAULTS)] },
  beforeLoad: ({ context }) => {
    if (!isRoot(context.user)) throw redirect({ to: '/admin', replace: true })
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(jobsQuery(deps))
    void context.queryClient.prefetchQuery(jobKindsQuery)
  },
  component: Jobs,
})

function Jobs() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <JobList
      params={search}
      onChange={(part, options) => navigate({ search: (before) => ({ ...before, ...part }), ...options })}
    />
  )
}
