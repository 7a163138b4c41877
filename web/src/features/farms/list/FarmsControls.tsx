import type { ReactNode } from 'react'
import { SORTS } from '@/shared/lib/paging'
import { LimitPill } from '@/shared/ui/LimitPill'
import { FoldedControls, ListControls } from '@/shared/ui/List'
import { PillSelect } from '@/shared/ui/PillSelect'
import { SearchField } from '@/shared/ui/SearchField'
import { LIST_DEFAULTS } from '../model'
import type { FarmListProps } from './FarmList'

interface Props extends Pick<FarmListProps, 'section' | 'params' | 'onChange'> {
  /** Sort and Limit are folded away. */
  folded: boolean
  /** Where else the list leads to. */
  children?: ReactNode
}

/** The controls above the list (LIST-1); every change goes back to the first page. */
export function FarmsControls({ section, params, onChange, folded, children }: Props) {
  const { sort, limit, page } = params
  const asked = sort !== LIST_DEFAULTS.sort || limit !== LIST_DEFAULTS.limit || page !== LIST_DEFAULTS.page
  const pills = (
    <>
      <PillSelect label="Sort" value={params.sort} choices={SORTS} onChange={(sort) => onChange({ sort, page: 1 })} />
      <LimitPill value={params.limit} onChange={(limit) => onChange({ limit, page: 1 })} />
    </>
  )
  return (
    <ListControls>
      <SearchField
        label={section === 'farms' ? 'Name, owner, city or certificate' : 'Search by name'}
        value={params.name ?? ''}
        onChange={(name, entry) => onChange({ name, page: 1 }, entry)}
      />
      {folded ? (
        <FoldedControls summary="Sort, limit and pages" open={asked}>
          {pills}
        </FoldedControls>
      ) : (
        pills
      )}
      {children}
    </ListControls>
  )
}
