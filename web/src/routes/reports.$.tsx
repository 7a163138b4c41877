import { createFileRoute } from '@tanstack/react-router'
import { NoReports } from '@/app/screens/NoReports'
import { BareShell } from '@/app/shell/BareShell'
import { usePageTitle } from '@/shared/ui/usePageTitle'

export const Route = createFileRoute('/reports/$')({ component: Wrong })

const TITLE = 'Reports / Not Found'

function Wrong() {
  usePageTitle(TITLE)
  return (
    <BareShell>
      <h1 className="visually-hidden">{TITLE}</h1>
      <NoReports />
    </BareShell>
  )
}
