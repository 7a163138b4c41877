import { createFileRoute, Outlet } from '@tanstack/react-router'
import { guard } from '@/app/guards'
import { AreaNotFound } from '@/app/screens/NotFound'
import { SectionShell } from '@/app/shell/SectionShell'

export const Route = createFileRoute('/admin')({
  beforeLoad: guard('admin'),
  notFoundComponent: AreaNotFound,
  component: () => (
    <SectionShell section="console">
      <Outlet />
    </SectionShell>
  ),
})
