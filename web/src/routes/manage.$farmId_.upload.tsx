import { createFileRoute } from '@tanstack/react-router'
import { UploadGroups } from '@/features/upload'
import { uploadRoute } from './-farm'

export const Route = createFileRoute('/manage/$farmId_/upload')({ ...uploadRoute, component: UploadPage })

function UploadPage() {
  const { farmId } = Route.useParams()
  const { upload } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <UploadGroups
      key={farmId}
      section="manage"
      farmId={farmId}
      uploadId={upload}
      onUpload={(id) => navigate({ search: { upload: id } })}
    />
  )
}
