import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { createQueryClient } from '@/app/queryClient'
import { createAppRouter } from '@/app/router'

/** The whole app at an address: the real router and the real cache, with the network at the edge replaced. */
export function renderApp(address: string) {
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createAppRouter(queryClient, history)
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return {
    /** Once every call is answered, and what it leads to is done. */
    settled: () => waitFor(() => expect(queryClient.isMutating() + queryClient.isFetching()).toBe(0)),
    user: userEvent.setup(),
    history,
    address: () => history.location.href,
    go: (href: string) => router.navigate({ href }),
  }
}

/** Waits until an element has the focus, which a dialog gives only after it stands. */
export const focused = (element: Element | null | undefined) =>
  waitFor(() => expect(document.activeElement, document.activeElement?.outerHTML.slice(0, 300)).toBe(element))
