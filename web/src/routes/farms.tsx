import { createFileRoute, Outlet } from '@tanstack/react-router'
import { guard } from '@/app/guards'
import { AreaNotFound } from '@/app/screens/NotFound'
import { AreaShell } from '@/app/shell/AreaShell'

export const Route = createFileRoute('/farms')({
  beforeLoad: guard('farms'),
  notFoundComponent: AreaNotFound,
  component: () => (
    <AreaShell area="console">
      <Outlet />
    </AreaShell>
  ),
})
