import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { farmQuery, invoicesQuery } from '@/api'
import { InvoiceList } from '@/features/billing'
import { INVOICES_DEFAULTS, invoicesSearch } from './-search/invoices'

export const Route = createFileRoute('/farms/$farmId_/invoices/')({
  validateSearch: invoicesSearch,
  search: { middlewares: [stripSearchParams(INVOICES_DEFAULTS)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => {
    void context.queryClient.prefetchQuery(farmQuery(params.farmId))
    void context.queryClient.prefetchQuery(invoicesQuery(params.farmId, deps))
  },
  component: Invoices,
})

function Invoices() {
  const { farmId } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <InvoiceList
      section="farms"
      farmId={farmId}
      params={search}
      onChange={(part, options) => navigate({ search: (before) => ({ ...before, ...part }), ...options })}
    />
  )
}
