import type { ComponentType } from 'react'
import { InventoryReport } from './InventoryReport'
import type { ReportProps } from './model'

interface ReportEntry {
  /** Its name in the URL. */
  key: string
  label: string
  Report: ComponentType<ReportProps>
}

/** The reports in the order of their navigation. A report is added by adding its entry. */
export const REPORTS: ReportEntry[] = [{ key: 'inventory', label: 'Inventory', Report: InventoryReport }]
