import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { farmQuery } from '@/api'
import { FarmPage } from '@/app/FarmPage'
import { FARM_DEFAULTS, farmSearch } from './-search/farm'

export const Route = createFileRoute('/farms/$farmId')({
  validateSearch: farmSearch,
  search: { middlewares: [stripSearchParams(FARM_DEFAULTS)] },
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(farmQuery(params.farmId)),
  component: Farm,
})

function Farm() {
  const { farmId } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <FarmPage
      section="farms"
      farmId={farmId}
      search={search}
      onChange={(part, entry) =>
        navigate({ search: (before) => ({ ...before, ...part }), resetScroll: false, ...entry })
      }
    />
  )
}
