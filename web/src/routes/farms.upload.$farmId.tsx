import { createFileRoute } from '@tanstack/react-router'
import { UploadGroups } from '@/features/upload'
import { uploadRoute } from './-farm'
import { useChange } from './-search/useChange'

export const Route = createFileRoute('/farms/upload/$farmId')({ ...uploadRoute, component: UploadPage })

function UploadPage() {
  const { farmId } = Route.useParams()
  const [{ upload }, change] = useChange(Route)
  const show = (id: string) => change({ upload: id })
  return <UploadGroups key={farmId} section="farms" farmId={farmId} uploadId={upload} onUpload={show} />
}
