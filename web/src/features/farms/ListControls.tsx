import { IconSearch } from '@tabler/icons-react'
import { PillSelect } from '@/shared/ui/PillSelect'
import { useDraft } from '@/shared/ui/useDraft'
import type { FarmListProps } from './FarmList'
import classes from './FarmList.module.css'
import { type FarmsLimit, type FarmsSort, LIMITS, SORTS } from './model'

const LIMIT_CHOICES = LIMITS.map((limit) => ({ value: String(limit), label: String(limit) }))

type Props = Pick<FarmListProps, 'params' | 'onChange'>

export function ListControls({ params, onChange }: Props) {
  const [name, setName] = useDraft(params.name ?? '', (text) => onChange({ name: text, page: 1 }, { replace: true }))
  return (
    <div className={classes.controls}>
      <div className={classes.search}>
        <IconSearch size={18} aria-hidden />
        <input
          type="search"
          aria-label="Search by name"
          placeholder="Search by name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
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
    </div>
  )
}
