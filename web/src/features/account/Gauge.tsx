import { useNow } from '@/shared/ui/useNow'
import classes from './Gauge.module.css'

const CENTRE = 120
const TICKS = Array.from({ length: 60 }, (_, at) => at)

/** Turns clockwise by a fraction of the circle. A circle starts on its right, a tick at the top. */
const turned = (part: number) => `rotate(${part * 360} ${CENTRE} ${CENTRE})`

/** The time as growth rings: hours inside minutes inside seconds. It says nothing that the clock beside it does not. */
export function Gauge() {
  const now = useNow()
  const second = now.getSeconds()
  const minute = now.getMinutes() + second / 60
  const hour = now.getHours() + minute / 60
  return (
    <svg viewBox="0 0 240 240" className={classes.gauge} aria-hidden="true">
      {TICKS.map((at) => (
        <line
          key={at}
          className={classes.tick}
          data-on={at <= second || undefined}
          x1={CENTRE}
          x2={CENTRE}
          y1={at % 5 === 0 ? 8 : 13}
          y2={20}
          transform={turned(at / 60)}
        />
      ))}
      <Ring radius={84} part={second / 60} kind="second" />
      <Ring radius={66} part={minute / 60} kind="minute" />
      <Ring radius={48} part={hour / 24} kind="hour" />
      <g className={classes.hand} transform={turned(second / 60)}>
        <line x1={CENTRE} x2={CENTRE} y1={CENTRE + 18} y2={42} />
        <circle cx={CENTRE} cy={CENTRE} r={5} />
      </g>
    </svg>
  )
}

function Ring({ radius, part, kind }: { radius: number; part: number; kind: 'second' | 'minute' | 'hour' }) {
  const ring = { cx: CENTRE, cy: CENTRE, r: radius, pathLength: 1 }
  return (
    <>
      <circle {...ring} className={classes.groove} />
      <circle
        {...ring}
        className={classes.ring}
        data-kind={kind}
        data-empty={part === 0 || undefined}
        strokeDasharray={`${part} 1`}
        transform={turned(-0.25)}
      />
    </>
  )
}
