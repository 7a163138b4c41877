import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { AuditList } from '@/features/audit'
import { AUDIT_DEFAULTS, auditSearch } from './-search/admin'

export const Route = createFileRoute('/admin/audit')({
  validateSearch: auditSearch,
  search: { middlewares: [stripSearchParams(AUDIT_DEFAULTS)] },
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
