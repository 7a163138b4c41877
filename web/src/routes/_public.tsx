import { createFileRoute, Outlet } from '@tanstack/react-router'
import { Shell } from '@/app/shell/Shell'

export const Route = createFileRoute('/_public')({
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
})
