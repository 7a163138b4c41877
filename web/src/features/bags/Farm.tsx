import { useMemo, useRef, useState } from 'react'
import { addDays } from '@/shared/lib/days'
import type { FarmSection } from '@/shared/lib/farmPaths'
import { Card } from '@/shared/ui/Card'
import { Notice } from '@/shared/ui/Notice'
import { AreaPicture } from './AreaPicture'
import type { BagsSearch } from './Bags'
import classes from './Bags.module.css'
import { Chosen } from './Chosen'
import { DateSlider } from './DateSlider'
import { Legend } from './Legend'
import { Runs } from './Runs'
import { RunsTable } from './RunsTable'
import { bagRuns, choiceOf, chosenOf, type Found } from './runs'
import { type Show, useShown } from './show'
import { useColours } from './useColours'
import { useWidth } from './useWidth'
import { farmWords, scaleWords } from './words'

interface Props {
  show: Show
  section: FarmSection
  farmId: string
  search: BagsSearch
  onChange: (part: Partial<BagsSearch>) => void
  onDay: (day: number) => void
  /** The days before the first known one are still loading. */
  missing: boolean
}

export function Farm({ show, section, farmId, search, onChange, onDay, missing }: Props) {
  const { book } = show
  const settled = useShown(show, ({ settled }) => settled)
  const runs = useMemo(() => bagRuns(settled.scenes), [settled])
  const chosen = chosenOf(book, runs, search)
  const [active, setActive] = useState<Found | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const colours = useColours()
  const choose = (found: Found | null) =>
    onChange(found ? choiceOf(book, found) : { area: undefined, lot: undefined, line: undefined })
  return (
    <div className={classes.page}>
      <Card>
        <div className={classes.head}>
          <h2 className={classes.title}>The farm, bag by bag</h2>
          <FarmWords show={show} />
        </div>
        <DateSlider show={show} onDay={onDay} />
        {missing && <Notice kind="info">Earlier days are still loading.</Notice>}
        <Legend show={show} />
        <Runs book={book} runs={runs} onActive={setActive} onChoose={choose} />
        <div ref={frame} className={classes.areas}>
          {book.areas.map((area, index) => (
            <AreaPicture
              key={area.leaseId}
              show={show}
              area={index}
              width={width}
              colours={colours}
              chosen={chosen?.area === index ? chosen : null}
              active={active?.area === index ? active : null}
              onChoose={choose}
            />
          ))}
        </div>
        <p className={classes.note}>{scaleWords(show.scale)}</p>
        <Chosen
          show={show}
          section={section}
          farmId={farmId}
          chosen={chosen}
          named={Boolean(search.area && search.lot)}
          onClose={() => choose(null)}
        />
      </Card>
      <RunsTable show={show} section={section} farmId={farmId} chosen={chosen} onChoose={choose} />
    </div>
  )
}

function FarmWords({ show }: { show: Show }) {
  const words = useShown(show, ({ book, said }) => farmWords(said.scenes, addDays(book.first, said.day)))
  return <p className={classes.words}>{words}</p>
}
