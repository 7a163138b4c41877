import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { FarmPage } from '@/app/FarmPage'
import { FARM_DEFAULTS, farmSearch } from './-search/farm'

export const Route = createFileRoute('/farms/$farmId')({
  validateSearch: farmSearch,
  search: { middlewares: [stripSearchParams(FARM_DEFAULTS)] },
  // Another tab and another report wait a moment for their answers; what is chosen within one does not.
  loaderDeps: ({ search: { tab, report } }) => ({ tab, report }),
  loader: ({ context }) => context.asked,
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
