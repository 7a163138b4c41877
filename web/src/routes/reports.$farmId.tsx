import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { guard } from '@/app/guards'
import { ShellReports } from '@/app/ShellReports'
import { BareShell } from '@/app/shell/BareShell'
import { REPORTS_DEFAULTS, reportsSearch } from './-search/reports'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/reports/$farmId')({
  validateSearch: reportsSearch,
  search: { middlewares: [stripSearchParams(REPORTS_DEFAULTS)] },
  beforeLoad: guard('reports'),
  loaderDeps: ({ search: { report } }) => ({ report }),
  loader: ({ context }) => context.asked,
  component: Reports,
})

function Reports() {
  const { farmId } = Route.useParams()
  const [search, change] = useChange(Route, { resetScroll: false })
  return (
    <BareShell>
      <ShellReports farmId={farmId} search={search} onChange={change} />
    </BareShell>
  )
}
