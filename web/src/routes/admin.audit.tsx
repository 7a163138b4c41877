import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { AuditList } from '@/features/audit'
import { AUDIT_DEFAULTS, auditSearch } from './-search/admin'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/admin/audit')({
  validateSearch: auditSearch,
  search: { middlewares: [stripSearchParams(AUDIT_DEFAULTS)] },
  component: Audit,
})

function Audit() {
  const [search, change] = useChange(Route)
  return <AuditList params={search} onChange={change} />
}
