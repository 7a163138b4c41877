import { createFileRoute, redirect } from '@tanstack/react-router'
import { SystemPage } from '@/features/system'
import { isRoot } from '@/shared/lib/roles'

export const Route = createFileRoute('/admin/system')({
  beforeLoad: ({ context }) => {
    if (!isRoot(context.user)) throw redirect({ to: '/admin', replace: true })
  },
  component: SystemPage,
})
