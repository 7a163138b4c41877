import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { errorMessage, refusedRows, type Upload } from '@/api'
import { counted, exact } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { Notice } from '@/shared/ui/Notice'
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from '@/shared/ui/Table'
import classes from './BadRows.module.css'
import { refusedName, save } from './files'

interface Props {
  farmId: string
  upload: Upload
}

/** The rows that cannot be taken, each with its line, column and reason. */
export function BadRows({ farmId, upload }: Props) {
  const fetching = useMutation({
    mutationFn: () => refusedRows(farmId, upload._id),
    onSuccess: (file) => save(refusedName(upload.filename), file),
  })
  const { errors, refused } = upload
  const shown = new Set(errors.map(({ line }) => line)).size
  if (errors.length === 0) return null
  return (
    <section aria-labelledby="bad-rows" className={classes.section}>
      <div className={classes.head}>
        <h3 id="bad-rows" className={classes.title}>
          {counted(Math.max(refused, shown), 'bad row')}
        </h3>
        <Button
          variant="plain"
          icon={<IconDownload size={18} aria-hidden />}
          loading={fetching.isPending}
          onClick={() => fetching.mutate()}
        >
          Download them
        </Button>
      </div>
      {fetching.error && <Notice kind="error">{errorMessage(fetching.error)}</Notice>}
      <Table className={classes.table}>
        <TableHead>
          <Row>
            <ColumnHead>Line</ColumnHead>
            <ColumnHead>Column</ColumnHead>
            <ColumnHead>Reason</ColumnHead>
          </Row>
        </TableHead>
        <TableBody>
          {errors.map(({ line, column, reason }) => (
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
      {refused > shown && <p className={classes.more}>The first {exact(shown)} are shown; the download has all.</p>}
    </section>
  )
}
