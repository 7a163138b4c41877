import { useMutation } from '@tanstack/react-query'
import { errorMessage, type RecallAt, type RecallDetail, recallDocument } from '@/api'
import { saveFile } from '@/shared/lib/saveFile'
import { Button } from '@/shared/ui/Button'
import { Notice } from '@/shared/ui/Notice'
import classes from './Recalls.module.css'

/** The book for the authority, as a PDF and as a spreadsheet. */
export function Documents({ at, recall: { _id, kind } }: { at: RecallAt; recall: RecallDetail }) {
  const fetching = useMutation({
    mutationFn: (format: 'pdf' | 'xlsx') => recallDocument(at, _id, format),
    onSuccess: (file, format) => saveFile(`${kind}-${_id}.${format}`, file),
  })
  const fetched = (format: 'pdf' | 'xlsx') => fetching.isPending && fetching.variables === format
  return (
    <>
      <div className={classes.buttons}>
        <Button variant="plain" loading={fetched('pdf')} onClick={() => fetching.mutate('pdf')}>
          Download PDF
        </Button>
        <Button variant="plain" loading={fetched('xlsx')} onClick={() => fetching.mutate('xlsx')}>
          Download spreadsheet
        </Button>
      </div>
      {fetching.isError && <Notice kind="error">{errorMessage(fetching.error)}</Notice>}
    </>
  )
}
