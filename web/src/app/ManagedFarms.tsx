import { useQuery } from '@tanstack/react-query'
import { type FarmRow, glancesQuery } from '@/api'
import { FarmList, type FarmListProps } from '@/features/farms/list/FarmList'
import { notedPlace, notedTitle } from '@/features/recording'
import { GLANCE_COLUMNS, GlanceCells } from '@/features/today'
import { Failure } from '@/shared/ui/Failure'

const WORDS = { title: notedTitle, place: notedPlace }

/** The farms that a person manages: the list, and for each how it is doing and what it needs. */
export function ManagedFarms(props: Pick<FarmListProps, 'params' | 'onChange'>) {
  // Read here and not in the cells, which the list renders: only what a render reads brings about the next.
  const glances = useQuery(glancesQuery())
  const { data, error, isPending } = glances
  const cells = ({ _id }: FarmRow) => (
    <GlanceCells glance={data?.find(({ farm }) => farm === _id)} loading={isPending} words={WORDS} />
  )
  return (
    <FarmList
      {...props}
      section="manage"
      several={data !== undefined && data.length > 1}
      more={{ columns: GLANCE_COLUMNS, cells }}
    >
      {error && <Failure query={glances} lead="How your farms are doing could not be loaded." />}
    </FarmList>
  )
}
