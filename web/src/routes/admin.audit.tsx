import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { auditQuery } from '@/api'
import { AuditList } from '@/features/audit'
import { AUDIT_DEFAULTS, auditSearch } from './-search/admin'

export const Route = createFileRoute('/admin/audit')({
  validateSearch: auditSearch,
  search: { middlewares: [stripSearchParams(AUDIT_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(auditQuery(deps)),
  component: Audit,
})

function Audit() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AuditList
      params={search}
      onChange={(part, options) => navigate({ search: (before) => ({ ...before, ...part }), ...options })}
    />
  )
}
