import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { endBoot } from '@/shared/lib/boot'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Root })

/** What index.html shows stays until there is something in its place. */
function Root() {
  useLayoutEffect(endBoot, [])
  return <Outlet />
}
