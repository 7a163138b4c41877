import type { FarmRecord } from '@/api'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import { FactTable } from '@/shared/ui/FactTable'
import { paperName, printerRolls } from './names'

const COLUMNS = [{ label: 'Name' }, { label: 'Type' }, { label: 'Rolls' }]

/** The farm's printers, and what came with them (SUB-2). */
export function PrintersTable({ farm }: { farm: FarmRecord }) {
  return (
    <Card title="Printers">
      {farm.printers.length === 0 ? (
        <EmptyState drawing="shell" title="No printers yet.">
          <p>They are chosen when the subscription is set up.</p>
        </EmptyState>
      ) : (
        <FactTable
          columns={COLUMNS}
          rows={farm.printers.map((printer) => ({
            key: printer._id,
            cells: [printer.name, paperName(printer.type), printerRolls(printer)],
          }))}
        />
      )}
    </Card>
  )
}
