import { Suspense, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { lazy } from '@/shared/ui/lazy'
import { COLUMNS_KEY, FarmList, type FarmListProps, type MoreOfFarms } from './FarmList'
import { OfferedFarm } from './OfferedFarm'

const FarmTools = lazy(() => import('./FarmTools'))

/** All farms, for staff: they narrow the list, choose its columns, and take it along as a file. */
export function ConsoleFarms(props: Pick<FarmListProps, 'params' | 'onChange'>) {
  const { type, country, state, tagging, certificate } = props.params
  const [open, setOpen] = useState(Boolean(type || country || state || tagging || certificate))
  const [more, setMore] = useState<MoreOfFarms>()
  return (
    <FarmList
      {...props}
      section="farms"
      several
      more={more}
      tools={
        <Button variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          Filters and columns
        </Button>
      }
    >
      <OfferedFarm />
      <Suspense>
        {(open || localStorage.getItem(COLUMNS_KEY)) && <FarmTools {...props} open={open} onColumns={setMore} />}
      </Suspense>
    </FarmList>
  )
}
