import { createFileRoute } from '@tanstack/react-router'
import { UploadGroups } from '@/features/upload'
import { uploadRoute } from './-farm'

export const Route = createFileRoute('/farms/upload/$farmId')({ ...uploadRoute, component: UploadPage })

function UploadPage() {
  const { farmId } = Route.useParams()
  const { upload } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <UploadGroups
      key={farmId}
      section="farms"
      farmId={farmId}
      uploadId={upload}
      onUpload={(id) => navigate({ search: { upload: id } })}
    />
  )
}
