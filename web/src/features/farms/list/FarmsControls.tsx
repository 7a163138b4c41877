import { LIMITS, SORTS } from '@/shared/lib/paging'
import { ListControls } from '@/shared/ui/List'
import { PillSelect } from '@/shared/ui/PillSelect'
import { SearchField } from '@/shared/ui/SearchField'
import type { FarmsLimit, FarmsSort } from '../model'
import type { FarmListProps } from './FarmList'

const LIMIT_CHOICES = LIMITS.map((limit) => ({ value: String(limit), label: String(limit) }))

type Props = Pick<FarmListProps, 'params' | 'onChange'>

/** What is asked of the list (LIST-1); each change begins on the first page. */
export function FarmsControls({ params, onChange }: Props) {
  return (
    <ListControls>
      <SearchField
        label="Search by name"
        value={params.name ?? ''}
        onChange={(name, entry) => onChange({ name, page: 1 }, entry)}
      />
      <PillSelect<FarmsSort>
        label="Sort"
        value={params.sort}
        choices={SORTS}
        onChange={(sort) => onChange({ sort, page: 1 })}
      />
      <PillSelect
        label="Rows"
        value={String(params.limit)}
        choices={LIMIT_CHOICES}
        onChange={(limit) => onChange({ limit: Number(limit) as FarmsLimit, page: 1 })}
      />
    </ListControls>
  )
}
