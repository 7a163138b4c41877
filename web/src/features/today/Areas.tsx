import type { TodayArea } from '@/api'
import { dayAndMonth } from '@/shared/lib/days'
import { counted, exact } from '@/shared/lib/numbers'
import { byGrowth } from '@/shared/lib/sizes'
import classes from './Areas.module.css'

const NO_SIZE = 'No size'

/** The colour of a size class, by its step. */
function colourOf(step: number | null): string {
  return step === null ? 'var(--muted)' : `var(--size-${step})`
}

/** Each growing area: what lives there, by size class, and how much room there is. */
export function Areas({ areas }: { areas: readonly TodayArea[] }) {
  const labels = [...new Set(areas.flatMap(({ sizes }) => sizes.map(({ sizeLabel }) => sizeLabel)))]
  const classesBySize = byGrowth(labels, (label) => label).reverse()
  return (
    <>
      <ul className={classes.list}>
        {areas.map((area) => (
          <li key={area.leaseId} className={classes.area}>
            <span className={classes.row}>
              <b>{area.name}</b>
              <span className={classes.number}>
                {exact(area.animals)}
                <span className="visually-hidden"> {area.animals === 1 ? 'animal' : 'animals'}</span>
              </span>
            </span>
            <Bar area={area} order={classesBySize} />
            <span className={`${classes.row} ${classes.quiet}`}>
              <span>{roomWords(area)}</span>
              {area.ends ? (
                <span className={classes.ends}>lease ends {dayAndMonth(area.ends)}</span>
              ) : (
                <span>{area.spots > area.used && `${exact(area.spots - area.used)} unused`}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {labels.length > 0 && (
        <ul className={classes.legend} aria-label="Sizes">
          {classesBySize.map(({ one, step }) => (
            <li key={one} className={classes.key}>
              <span className={classes.swatch} style={{ background: colourOf(step) }} />
              {one || NO_SIZE}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function roomWords({ used, spots }: TodayArea): string {
  if (spots === 0) return `${counted(used, 'container')} in use`
  return `${exact(used)} of ${exact(spots)} spots in use`
}

interface BarProps {
  area: TodayArea
  order: readonly { one: string; step: number | null }[]
}

/** The animals by size across the spots in use; the rest of the bar is free room. */
function Bar({ area, order }: BarProps) {
  const { sizes, animals, used, spots } = area
  const room = Math.max(0, spots - used)
  const parts = order.flatMap(({ one, step }) => {
    const count = sizes.find(({ sizeLabel }) => sizeLabel === one)?.animals ?? 0
    return count > 0 ? [{ label: one || NO_SIZE, count, step }] : []
  })
  const said = parts.map(({ label, count }) => `${exact(count)} ${label}`).join(', ')
  return (
    <span className={classes.bar} role="img" aria-label={said || 'Nothing lives here'}>
      {parts.map(({ label, count, step }) => (
        <span
          key={label}
          className={classes.part}
          style={{ flexGrow: (count / animals) * Math.max(used, 1), background: colourOf(step) }}
        />
      ))}
      {(room > 0 || parts.length === 0) && <span className={classes.room} style={{ flexGrow: Math.max(room, 1) }} />}
    </span>
  )
}
