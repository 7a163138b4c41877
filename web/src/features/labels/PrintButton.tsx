import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorMessage, farmQuery, type LabelsWanted, printLabels, useOnce } from '@/api'
import { counted } from '@/shared/lib/numbers'
import { saveFile } from '@/shared/lib/saveFile'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Notice } from '@/shared/ui/Notice'
import classes from './Labels.module.css'
import { fileOfFormat } from './options'

interface Props {
  farmId: string
  /** How many tags. */
  count: number
  wanted: LabelsWanted | null
  file: string
  ready: boolean
}

/** Prints: saves the file, and says how it gets to the printer. */
export function PrintButton({ farmId, count, wanted, file, ready }: Props) {
  const client = useQueryClient()
  const print = useOnce((asked: { wanted: LabelsWanted; file: string }, id) =>
    printLabels(farmId, asked.wanted, fileOfFormat(asked.file), id),
  )
  const printing = useMutation({
    mutationFn: print,
    onSuccess: (printed, asked) => {
      saveFile(`labels.${asked.file}`, printed)
      // Paper was counted.
      return client.invalidateQueries({ queryKey: farmQuery(farmId).queryKey, exact: true })
    },
  })
  const same = JSON.stringify(printing.variables) === JSON.stringify({ wanted, file })
  const labels = count * (wanted?.copies ?? 1)
  return (
    <Card title="Print">
      <div className={classes.print}>
        {printing.isError && <Notice kind="error">{errorMessage(printing.error)}</Notice>}
        {printing.data && <Done file={printing.data} format={printing.variables?.file ?? file} same={same} />}
        <Button
          loading={printing.isPending}
          disabled={!ready || !wanted}
          onClick={() => wanted && printing.mutate({ wanted, file })}
        >
          {file === 'pdf' ? 'Download' : 'Save'} {counted(labels, 'label')}
        </Button>
      </div>
      {file !== 'pdf' && <HowToSend file={file} />}
    </Card>
  )
}

function Done({ file, format, same }: { file: Blob; format: string; same: boolean }) {
  const [url, setUrl] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <Notice kind="success">
      {same ? `labels.${format} was saved.` : 'The labels before these were saved.'}{' '}
      {format === 'pdf' && url && (
        <a href={url} target="_blank" rel="noreferrer">
          Open it to print
        </a>
      )}
    </Notice>
  )
}

/** A label printer takes its file as it is. */
function HowToSend({ file }: { file: string }) {
  return (
    <div className={classes.send}>
      <p>Send the file to the printer as it is, not through a print dialog:</p>
      <ul>
        <li>with the printer’s own app, by “Send file”</li>
        <li>
          on Windows: <code>copy /b labels.{file} \\computer\printer</code>
        </li>
        <li>
          on a Mac or Linux: <code>lp -d printer -o raw labels.{file}</code>
        </li>
      </ul>
    </div>
  )
}
