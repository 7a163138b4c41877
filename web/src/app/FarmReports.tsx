import { createContext, useContext, useState } from 'react'
import type { ExportQuery, Farm } from '@/api'
import { Dashboard } from '@/features/dashboard'
import { EquipmentReport } from '@/features/equipment'
import { ExportDialog, ExportsReport } from '@/features/exports'
import type { OnReportChange, ReportProps, ReportSearch } from '@/features/reports'
import { ReportsTab } from '@/features/reports/ReportsTab'
import { tellShell } from './mobileShell'
import { exportListener, leaseMessage } from './shellEvents'

type OnExport = (query: ExportQuery) => void

/** How a panel has something exported. The panels are made once, so that a new render keeps what they hold. */
const ExportContext = createContext<OnExport>(() => undefined)

const panels = {
  snapshot: Dashboard,
  equipment: function Equipment(props: ReportProps) {
    return <EquipmentReport {...props} onExport={useContext(ExportContext)} />
  },
  exports: function Exports(props: ReportProps) {
    return <ExportsReport {...props} onExport={useContext(ExportContext)} />
  },
}

interface Props {
  farm: Farm
  search: ReportSearch
  onChange: OnReportChange
}

/** All reports of a farm: the place where the features that make them meet, and where a mobile shell is told. */
export default function FarmReports({ farm, search, onChange }: Props) {
  const [asked, setAsked] = useState<ExportQuery | null>(null)
  const change: OnReportChange = (part, entry) => {
    if (part.area !== undefined && part.area !== search.area) tellShell(leaseMessage(farm, part.area))
    onChange(part, entry)
  }
  return (
    <ExportContext value={setAsked}>
      <ReportsTab farm={farm} search={search} onChange={change} panels={panels} onExport={setAsked} />
      <ExportDialog
        farmId={farm._id}
        query={asked}
        onClose={() => setAsked(null)}
        listener={exportListener(farm._id)}
      />
    </ExportContext>
  )
}
