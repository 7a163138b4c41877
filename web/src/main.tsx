import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { endEarly } from '@/api/early'
import { createQueryClient } from '@/app/queryClient'
import { createAppRouter } from '@/app/router'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

endEarly()
const queryClient = createQueryClient()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createAppRouter(queryClient)} />
    </QueryClientProvider>
  </StrictMode>,
)
