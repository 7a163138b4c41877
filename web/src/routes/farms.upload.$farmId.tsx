import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { UploadGroups } from '@/features/upload'
import { uploadSearch } from './-search/upload'

export const Route = createFileRoute('/farms/upload/$farmId')({
  validateSearch: uploadSearch,
  search: { middlewares: [stripSearchParams({ upload: '' })] },
  loader: ({ context }) => context.asked,
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
