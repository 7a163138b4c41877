import type { CustomRolls as Entry, FarmRecord } from '@/api'
import { dayIn, formatDay } from '@/shared/lib/days'
import { counted, exact } from '@/shared/lib/numbers'
import { Card } from '@/shared/ui/Card'
import { FactTable } from '@/shared/ui/FactTable'
import { paperName } from './names'
import classes from './Paper.module.css'

const COLUMNS = [{ label: 'Date' }, { label: 'Rolls', figures: true }]

/** Rolls printed for this farm, and what is left of them (SUB-7). */
export function CustomRolls({ farm }: { farm: FarmRecord }) {
  if (!farm.hasCustomPaper) return null
  return (
    <>
      <Rolls farm={farm} type="industrial" entries={farm.customPaperRolls} />
      <Rolls farm={farm} type="mobile" entries={farm.customMobileRolls} />
    </>
  )
}

function Rolls({ farm, type, entries = [] }: { farm: FarmRecord; type: 'industrial' | 'mobile'; entries?: Entry[] }) {
  const adjusted = farm.paperAdjustments.customPaperRolls.filter((one) => one.type === type)
  if (entries.length + adjusted.length === 0) return null
  const rows = [
    ...entries.map(({ date, count }, at) => ({ key: `${date} ${at}`, cells: [formatDay(date), exact(count)] })),
    ...adjusted.map(({ date, delta, reason }) => ({
      key: `${date} ${reason}`,
      cells: [`${formatDay(dayIn(farm.timeZone, new Date(date)))}, corrected: ${reason}`, exact(delta)],
    })),
  ]
  const rolls = [...entries.map(({ count }) => count), ...adjusted.map(({ delta }) => delta)]
  const sum = rolls.reduce((all, count) => all + count, 0)
  const perRoll = farm.paperCosts[type].tagCountPerRoll
  return (
    <Card title={`Custom ${paperName(type)} rolls`}>
      <FactTable columns={COLUMNS} rows={rows} />
      <p className={classes.note}>
        {counted(sum, 'roll')} of {exact(perRoll)} tags, less {exact(farm.totalPrinted[type])} printed:{' '}
        <b>{counted(farm.tagsInStock[type], 'tag')} left</b>.
      </p>
    </Card>
  )
}
