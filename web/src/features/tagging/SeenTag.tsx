import { useQuery } from '@tanstack/react-query'
import { errorMessage, publicTagQuery } from '@/api'
import { RecallMark } from '@/shared/ui/RecallMark'
import { publicWords } from './receive'
import picker from './TagPicker.module.css'

/** What anybody sees of a tag, before one says yes to it; a recall first. */
export function SeenTag({ id }: { id: string }) {
  const { data, error } = useQuery(publicTagQuery(id))
  return (
    <span className={picker.text}>
      {data?.recall && (
        <strong role="alert" className={picker.recall}>
          <RecallMark party={data.recall} then=". Keep it apart, and sell none of it." />
        </strong>
      )}
      <span className={picker.name}>{data ? publicWords(data) : id}</span>
      {error && (
        <strong role="alert" className={picker.error}>
          {errorMessage(error)}
        </strong>
      )}
      <span className={picker.detail}>{id}</span>
    </span>
  )
}
