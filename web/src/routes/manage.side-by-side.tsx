import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { AcrossPage } from '@/features/reports/across/AcrossPage'
import { ACROSS_DEFAULTS, acrossSearch } from './-search/across'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/manage/side-by-side')({
  validateSearch: acrossSearch,
  search: { middlewares: [stripSearchParams(ACROSS_DEFAULTS)] },
  component: Across,
})

function Across() {
  const [search, change] = useChange(Route)
  return <AcrossPage section="manage" search={search} onChange={change} />
}
