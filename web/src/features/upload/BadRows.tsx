import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { errorMessage, refusedRows, type Upload, useViewing } from '@/api'
import { counted, exact } from '@/shared/lib/numbers'
import { saveFile } from '@/shared/lib/saveFile'
import { Button } from '@/shared/ui/Button'
import { Notice } from '@/shared/ui/Notice'
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from '@/shared/ui/Table'
import { TABLE_PART, useParts } from '@/shared/ui/useParts'
import classes from './BadRows.module.css'
import { refusedName } from './files'

interface Props {
  farmId: string
  upload: Upload
}

/** The rows that cannot be imported, each with its line, column and reason. */
export function BadRows({ farmId, upload }: Props) {
  const viewing = useViewing()
  const fetching = useMutation({
    mutationFn: () => refusedRows(farmId, upload._id),
    onSuccess: (file) => saveFile(refusedName(upload.filename), file),
  })
  const { errors, refused } = upload
  const named = new Set(errors.map(({ line }) => line)).size
  const { shown, more } = useParts(errors, TABLE_PART)
  if (errors.length === 0) return null
  return (
    <section aria-labelledby="bad-rows" className={classes.section}>
      <div className={classes.head}>
        <h3 id="bad-rows" className={classes.title}>
          {counted(Math.max(refused, named), 'bad row')}
        </h3>
        {!viewing && (
          <Button
            variant="plain"
            icon={<IconDownload size={18} aria-hidden />}
            loading={fetching.isPending}
            onClick={() => fetching.mutate()}
          >
            Download them
          </Button>
        )}
      </div>
      {fetching.error && <Notice kind="error">{errorMessage(fetching.error)}</Notice>}
      <Table cards className={classes.table}>
        <TableHead>
          <Row>
            <ColumnHead>Line</ColumnHead>
            <ColumnHead>Column</ColumnHead>
            <ColumnHead>Reason</ColumnHead>
          </Row>
        </TableHead>
        <TableBody>
          {shown.map(({ line, column, reason }) => (
            <Row key={`${line} ${column} ${reason}`}>
              <RowHead>
                <span className={classes.word}>Line </span>
                {exact(line)}
              </RowHead>
              <Cell>{column || 'the row'}</Cell>
              <Cell>{reason}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      {more}
      {refused > named && !viewing && (
        <p className="quiet">The first {exact(named)} are shown; the download has all.</p>
      )}
    </section>
  )
}
