import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { sizeWords } from '@/shared/lib/numbers'
import { ACCEPTED } from './files'
import classes from './Upload.module.css'

interface Props {
  file: File | null
  onFile: (file: File) => void
  invalid: boolean
}

/** One file, chosen or dropped: the input covers the whole area, and the browser handles drops itself. */
export function FileChoice({ file, onFile, invalid }: Props) {
  const [over, setOver] = useState(false)
  const leave = () => setOver(false)
  return (
    <label className={classes.drop} data-over={over} data-invalid={invalid}>
      <IconFileSpreadsheet size={36} stroke={1.4} aria-hidden />
      <input
        type="file"
        accept={ACCEPTED}
        className={classes.fileInput}
        aria-label="Choose a file"
        aria-invalid={invalid || undefined}
        onDragEnter={() => setOver(true)}
        onDragLeave={leave}
        onDrop={leave}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0]
          if (chosen) onFile(chosen)
          // So that the same file can be chosen again after it was changed.
          currentTarget.value = ''
        }}
      />
      <span className={classes.fileName}>{file ? file.name : 'Choose a file'}</span>
      <span className={classes.dropHint}>
        {file
          ? `${sizeWords(file.size)}. Choose or drop another to replace it.`
          : 'or drop it here. CSV or XLSX, at most 10 MB.'}
      </span>
    </label>
  )
}
