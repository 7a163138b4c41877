import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { sizeWords } from '@/shared/lib/numbers'
import { ACCEPTED } from './files'
import classes from './Upload.module.css'

interface Props {
  file: File | null
  onFile: (file: File) => void
  invalid: boolean
}

/** One file, chosen or dropped. */
export function FileChoice({ file, onFile, invalid }: Props) {
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const first = files?.[0]
    if (first) onFile(first)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way, the input is the first.
    <div
      className={classes.drop}
      data-over={over}
      data-invalid={invalid}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <IconFileSpreadsheet size={36} stroke={1.4} aria-hidden />
      <label className={classes.dropLabel}>
        <input
          type="file"
          accept={ACCEPTED}
          className={classes.fileInput}
          aria-label="Choose a file"
          aria-invalid={invalid || undefined}
          onChange={(event) => {
            take(event.currentTarget.files)
            // The same file may be chosen again, after it was changed.
            event.currentTarget.value = ''
          }}
        />
        <span className={classes.fileName}>{file ? file.name : 'Choose a file'}</span>
        <span className={classes.dropHint}>
          {file
            ? `${sizeWords(file.size)}. Choose or drop another to replace it.`
            : 'or drop it here. CSV or XLSX, at most 10 MB.'}
        </span>
      </label>
    </div>
  )
}
