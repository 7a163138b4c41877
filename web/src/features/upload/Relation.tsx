import { Link } from '@tanstack/react-router'
import type { Upload } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { type FarmSection, UPLOAD_PATH } from '@/shared/lib/farmPaths'

interface Props {
  section: FarmSection
  farmId: string
  upload: Upload
  timeZone?: string
}

/** Which upload undid this one, or which one this undoes, and why. */
export function Relation({ section, farmId, upload, timeZone }: Props) {
  const other = upload.undoneBy || upload.undoes
  if (!other) return null
  const way = (words: string) => (
    <Link to={UPLOAD_PATH[section]} params={{ farmId }} search={{ upload: other }}>
      {words}
    </Link>
  )
  if (upload.undoneBy) {
    return (
      <p className="quiet">
        {way('This upload was undone.')} What it recorded counts for nothing any more; the file can be uploaded again.
      </p>
    )
  }
  return (
    <p className="quiet">
      {way('The upload')}, {formatInstant(upload.createdAt, timeZone)}: {upload.reason}
    </p>
  )
}
