import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { farmQuery } from '@/api'
import { UploadGroups } from '@/features/upload'
import { uploadSearch } from './-search/upload'

export const Route = createFileRoute('/farms/upload/$farmId')({
  validateSearch: uploadSearch,
  search: { middlewares: [stripSearchParams({ upload: '' })] },
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(farmQuery(params.farmId)),
  component: UploadPage,
})

function UploadPage() {
  const { farmId } = Route.useParams()
  const { upload } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <UploadGroups
      key={farmId}
      farmId={farmId}
      uploadId={upload}
      onUpload={(id) => navigate({ search: { upload: id } })}
    />
  )
}
