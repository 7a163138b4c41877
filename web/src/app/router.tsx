import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { onAuthRequired, onTabs, signOutHere } from '@/api'
import { parseSearch, stringifySearch } from '@/shared/lib/search'
import { routeTree } from '../routeTree.gen'
import { signInInstead } from './guards'
import { PageNotFound } from './screens/NotFound'
import { RouteError } from './screens/RouteError'
import { RoutePending } from './screens/RoutePending'
import { startAnew } from './signOut'

/** The router with its data cache; only tests pass `history`. */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    history,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    notFoundMode: 'fuzzy',
    defaultNotFoundComponent: PageNotFound,
    defaultErrorComponent: RouteError,
    defaultPendingComponent: RoutePending,
  })
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // The router would reload the whole page, and lose what is on it; it knows such errors by how they begin.
    payload.message = `Part of the app failed to load: ${payload.message}`
  })
  onAuthRequired(() => {
    queryClient.clear()
    const { pathname, searchStr } = router.latestLocation
    if (pathname !== '/login') router.navigate(signInInstead(pathname + searchStr))
  })
  router.subscribe('onRendered', ({ toLocation }) => {
    if (toLocation.state.loggedOut) startAnew(queryClient)
  })
  onTabs({
    onHanded: () => {
      if (['/', '/login'].includes(router.latestLocation.pathname)) router.invalidate()
    },
    onOut: (ended) => {
      signOutHere(ended)
      router.navigate({ to: '/login/logout', replace: true, ignoreBlocker: true })
    },
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface HistoryState {
    /** Set on the way from /login/logout to `/`, which then says so. */
    loggedOut?: boolean
    /** What was done on the page that led here, for the list that it led to. */
    notice?: string
    /** Set when a user's page starts afresh because their groups were saved, which it then says. */
    groupsSaved?: boolean
    /** Where a person wanted to go who may not, for the page that it led to. */
    offered?: string
    /** Whose link to a new password no longer worked, for the form that sends another. */
    email?: string
  }
}
