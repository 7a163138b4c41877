import type { FarmRecord } from '@/api'
import { exact } from '@/shared/lib/numbers'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import { FactTable } from '@/shared/ui/FactTable'
import { paperName, usedTypes } from './names'

const COLUMNS = [
  { label: 'Paper type' },
  { label: 'All-time prints', figures: true },
  { label: 'Remaining tags in stock', figures: true },
]

/** What was printed and what is left (SUB-3). */
export function StockTable({ farm }: { farm: FarmRecord }) {
  const types = usedTypes(farm)
  return (
    <Card title="Paper consumption">
      {types.length === 0 ? (
        <EmptyState drawing="shell" title="Nothing has been shipped or printed yet.">
          <p>Tags are counted here from the first shipment.</p>
        </EmptyState>
      ) : (
        <FactTable
          columns={COLUMNS}
          rows={types.map((type) => ({
            key: type,
            cells: [paperName(type), exact(farm.totalPrinted[type]), exact(farm.tagsInStock[type])],
          }))}
        />
      )}
    </Card>
  )
}
