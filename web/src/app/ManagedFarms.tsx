import { useQuery } from '@tanstack/react-query'
import { errorMessage, glancesQuery } from '@/api'
import { FarmList, type FarmListProps } from '@/features/farms/list/FarmList'
import { notedPlace, notedTitle } from '@/features/recording'
import { GLANCE_COLUMNS, GlanceCells } from '@/features/today'
import { Failure } from '@/shared/ui/Failure'

const WORDS = { title: notedTitle, place: notedPlace }

/** The farms that somebody manages: the list, and of each how it is and what it needs. */
export function ManagedFarms(props: Pick<FarmListProps, 'params' | 'onChange'>) {
  // Read here and not in the cells, which are drawn by the list: what a render does not read does not bring about another.
  const { data, error, isPending, isFetching, refetch } = useQuery(glancesQuery())
  const cells = (farmId: string) => (
    <GlanceCells glance={data?.find(({ farm }) => farm === farmId)} loading={isPending} words={WORDS} />
  )
  return (
    <FarmList {...props} section="manage" more={{ columns: GLANCE_COLUMNS, cells }}>
      {error && (
        <Failure
          message={`How the farms are is not known now. ${errorMessage(error)}`}
          onRetry={() => refetch()}
          retrying={isFetching}
        />
      )}
    </FarmList>
  )
}
