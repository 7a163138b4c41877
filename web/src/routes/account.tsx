import { createFileRoute, Outlet } from '@tanstack/react-router'
import { guard } from '@/app/guards'
import { AreaNotFound } from '@/app/screens/NotFound'
import { AreaShell } from '@/app/shell/AreaShell'

export const Route = createFileRoute('/account')({
  beforeLoad: guard('account'),
  notFoundComponent: AreaNotFound,
  component: () => (
    <AreaShell area="account">
      <Outlet />
    </AreaShell>
  ),
})
