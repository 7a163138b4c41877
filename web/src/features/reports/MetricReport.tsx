import { useState } from 'react'
import { PillSelect } from '@/shared/ui/PillSelect'
import { ToolsSlot } from './ChartFigure'
import { ChosenFilters } from './ChosenFilters'
import { Controls } from './Controls'
import classes from './Controls.module.css'
import { MetricBody } from './MetricBody'
import type { Metric } from './metrics'
import { COUNT_TYPES, type CountType, MODES, type OnExport, type ReportMode, type ReportProps } from './model'
import { ofToday } from './request'
import { SplitSelect } from './SplitSelect'
import { Toggle } from './Toggle'

interface Props extends ReportProps {
  metric: Metric
  onExport?: OnExport
}

/** A report of one metric: its controls, and the answer to them. */
export function MetricReport(props: Props) {
  const { metric, farm, search, onChange } = props
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const mode = metric.snapshot && (
    <Toggle<ReportMode>
      label="Shown"
      choices={MODES}
      value={search.mode}
      onChange={(next) => onChange({ mode: next })}
    />
  )
  const parts = (brief: boolean) =>
    metric.counted ? (
      <PillSelect<CountType>
        label="Count Type"
        value={search.count}
        choices={COUNT_TYPES}
        onChange={(count) => onChange({ count })}
      />
    ) : (
      <SplitSelect value={search.by} onChange={(by) => onChange({ by })} brief={brief} />
    )
  return (
    <ToolsSlot value={slot}>
      <Controls
        farm={farm}
        search={search}
        onChange={onChange}
        ofToday={ofToday(search, metric)}
        mode={mode}
        parts={parts}
        tools={<div ref={setSlot} className={classes.tools} />}
      />
      {/* The sentence about the year before leaves no room for one about where a change comes from. */}
      <MetricBody {...props} brief={search.before === 'year'} />
      <ChosenFilters search={search} onChange={onChange} />
    </ToolsSlot>
  )
}
