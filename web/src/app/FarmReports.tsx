import type { QueryClient } from '@tanstack/react-query'
import { createContext, Suspense, useContext, useState } from 'react'
import { dashboardQuery, type ExportQuery, equipmentQuery, type Farm, reportQuery, useMay } from '@/api'
import { Dashboard } from '@/features/dashboard'
import { EquipmentReport } from '@/features/equipment'
import { type Asked, ExportDialog, ExportsReport } from '@/features/exports'
import {
  FigureSkeleton,
  figureOfContainers,
  figureOfSquare,
  type OnReportChange,
  type ReportProps,
  type ReportSearch,
  reportOfSquare,
} from '@/features/reports'
import { CompareReport, questionsOf, ReportsTab } from '@/features/reports/ReportsTab'
import { dayIn } from '@/shared/lib/days'
import { ExplainedFigures } from './ExplainedFigures'
import { tellShell } from './mobileShell'
import { exportListener, leaseMessage } from './shellEvents'

type OnExport = (query: ExportQuery, regularly?: boolean) => void

/** How a panel asks for an export. The panels are made once, so that a new render keeps their state. */
const ExportContext = createContext<OnExport>(() => undefined)

const panels = {
  snapshot: function Snapshot(props: ReportProps) {
    return (
      <ExplainedFigures farm={props.farm}>
        {(explain) => (
          <Dashboard
            {...props}
            toReport={reportOfSquare}
            onExplain={(square) => explain(figureOfSquare(square, props.search.area))}
          />
        )}
      </ExplainedFigures>
    )
  },
  equipment: function Equipment(props: ReportProps) {
    const onExport = useContext(ExportContext)
    return (
      <ExplainedFigures farm={props.farm}>
        {(explain) => (
          <Suspense fallback={<FigureSkeleton />}>
            <EquipmentReport
              {...props}
              onExport={onExport}
              onExplain={(type) => explain(figureOfContainers(props.search.area, type))}
            />
          </Suspense>
        )}
      </ExplainedFigures>
    )
  },
  exports: function Exports(props: ReportProps) {
    return (
      <Suspense fallback={<FigureSkeleton />}>
        <ExportsReport {...props} onExport={useContext(ExportContext)} />
      </Suspense>
    )
  },
}

const { exports: _, ...reading } = panels

interface Props {
  farm: Farm
  search: ReportSearch
  onChange: OnReportChange
  names: boolean
}

/** All reports of a farm: where the features that make them meet, and where a mobile shell is told what was chosen. */
export default function FarmReports({ farm, search, onChange, names }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const exports = useMay('export')
  const ask: OnExport = (query, regularly = false) => setAsked({ query, regularly })
  const change: OnReportChange = (part, entry) => {
    if (part.area !== undefined && part.area !== search.area) tellShell(leaseMessage(farm, part.area))
    onChange(part, entry)
  }
  return (
    <ExportContext value={ask}>
      <ReportsTab
        farm={farm}
        search={search}
        onChange={change}
        panels={exports ? panels : reading}
        onExport={exports ? ask : undefined}
        names={names}
      />
      <ExportDialog farm={farm} asked={asked} onClose={() => setAsked(null)} listener={exportListener(farm._id)} />
    </ExportContext>
  )
}

/** Asks for what a report shows while its farm is still loading. */
export async function askReport(client: QueryClient, farmId: string, search: ReportSearch): Promise<void> {
  const later = { compare: CompareReport, equipment: EquipmentReport, exports: ExportsReport }[search.report]
  await Promise.all([later?.ahead(), askAnswers(client, farmId, search)])
}

/** Only the farm says which growing areas exist, so a report on one of them waits. */
async function askAnswers(client: QueryClient, farmId: string, search: ReportSearch): Promise<void> {
  if (search.area || search.leftArea || search.rightArea) return
  if (search.report === 'snapshot') return client.prefetchQuery(dashboardQuery(farmId, 'All'))
  if (search.report === 'equipment') return client.prefetchQuery(equipmentQuery(farmId, 'All'))
  const questions = questionsOf(search, dayIn())
  await Promise.all(questions.map((question) => client.prefetchQuery(reportQuery(farmId, question))))
}
