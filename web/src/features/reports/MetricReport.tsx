import { PillSelect } from '@/shared/ui/PillSelect'
import { Controls } from './Controls'
import { MetricBody } from './MetricBody'
import type { Metric } from './metrics'
import {
  COUNT_TYPES,
  type CountType,
  GRAPHS,
  type GraphType,
  MODES,
  type OnExport,
  type ReportMode,
  type ReportProps,
  SEGMENTS,
  type SegmentKey,
} from './model'
import { canShare, graphOf, ofToday } from './request'
import { Toggle } from './Toggle'

interface Props extends ReportProps {
  metric: Metric
  onExport?: OnExport
}

/** A report of one metric: its controls, and what they are answered with. */
export function MetricReport(props: Props) {
  const { metric, farm, search, onChange } = props
  const mode = metric.snapshot && (
    <Toggle<ReportMode>
      label="Shown"
      choices={MODES}
      value={search.mode}
      onChange={(next) => onChange({ mode: next })}
    />
  )
  const graph = canShare(search, metric) && (
    <ShareToggle value={graphOf(search, metric)} onChange={(next) => onChange({ graph: next })} />
  )
  const parts = metric.counted ? (
    <PillSelect<CountType>
      label="Count Type"
      value={search.count}
      choices={COUNT_TYPES}
      onChange={(count) => onChange({ count })}
    />
  ) : (
    <PillSelect<SegmentKey> label="By" value={search.by} choices={SEGMENTS} onChange={(by) => onChange({ by })} />
  )
  return (
    <>
      <Controls
        farm={farm}
        search={search}
        onChange={onChange}
        ofToday={ofToday(search, metric)}
        mode={mode}
        graph={graph}
        parts={parts}
      />
      <MetricBody {...props} />
    </>
  )
}

interface ShareProps {
  value: GraphType
  onChange: (graph: GraphType) => void
}

/** Parts as shares of the whole, or as counts. */
export function ShareToggle({ value, onChange }: ShareProps) {
  return <Toggle<GraphType> label="Numbers as" choices={GRAPHS} value={value} onChange={onChange} />
}
