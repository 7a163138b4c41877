import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorMessage, farmQuery } from '@/api'
import type { FarmSection } from '@/shared/lib/farmPaths'
import { FarmFailure } from '@/shared/ui/FarmFailure'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import { PastUploads } from './PastUploads'
import { SendCard } from './SendCard'
import classes from './Upload.module.css'
import { UploadCard } from './UploadCard'
import { useSend } from './useUpload'

/** The server's answer to a file, and the upload it is about. */
const NOTHING = { about: '', message: '' }

interface Props {
  section: FarmSection
  farmId: string
  /** The shown upload; lives in the URL, so that a reload finds it again. Empty while a file is being chosen. */
  uploadId: string
  onUpload: (uploadId: string) => void
}

/** A farm's groups and activities from a spreadsheet (UPL). */
export function UploadGroups({ section, farmId, uploadId, onUpload }: Props) {
  const farm = useQuery(farmQuery(farmId))
  const [file, setFile] = useState<File | null>(null)
  const [said, setSaid] = useState(NOTHING)
  const { send, sending, late, error, invalid, forget } = useSend(farmId, (id, message) => {
    setSaid({ about: id, message })
    // A person who is looking at another upload by now stays there; this one is in the list.
    if (!uploadId) onUpload(id)
  })
  const another = () => {
    setFile(null)
    onUpload('')
  }
  if (farm.isError && !farm.data) {
    return <FarmFailure section={section} farmId={farmId} title="Upload Groups" query={farm} />
  }
  const wrong = !uploadId && error ? errorMessage(error) : ''
  const message = uploadId && said.about === uploadId ? said.message : wrong
  return (
    <>
      <FarmHeading section={section} farmId={farmId} farmName={farm.data?.name ?? ''} title="Upload Groups" />
      <Said message={message} wrong={wrong !== ''} />
      <div className={classes.page}>
        {uploadId ? (
          <UploadCard
            key={uploadId}
            section={section}
            timeZone={farm.data?.timeZone}
            farmId={farmId}
            uploadId={uploadId}
            onDecision={() => setSaid(NOTHING)}
            onAnother={another}
            onUpload={onUpload}
          />
        ) : (
          <SendCard
            file={file}
            onFile={(chosen) => {
              setFile(chosen)
              forget()
            }}
            sending={sending}
            late={late}
            onSend={(mode, defaults) => send({ file, mode, defaults })}
            invalid={invalid}
          />
        )}
        <PastUploads section={section} farmId={farmId} chosen={uploadId} timeZone={farm.data?.timeZone} />
      </div>
    </>
  )
}

/** The server's own words, announced at once (UPL-2). */
function Said({ message, wrong }: { message: string; wrong: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message) place.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  return (
    <div ref={place} role="alert" className={classes.said}>
      {message && (
        <p className={classes.message} data-wrong={wrong}>
          {message}
        </p>
      )}
    </div>
  )
}
