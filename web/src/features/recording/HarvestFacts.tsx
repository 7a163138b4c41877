import { IconChevronDown, IconReceipt } from '@tabler/icons-react'
import { Suspense, useEffect, useId, useState } from 'react'
import { degreesIn } from '@/shared/lib/degrees'
import { lazy } from '@/shared/ui/lazy'
import unfold from '@/shared/ui/Unfold.module.css'
import type { Draft } from './draft'
import { type FactsDraft, factsOf, factsWords, NO_FACTS } from './facts'
import classes from './HarvestFacts.module.css'
import type { Problems } from './problems'
import record from './Record.module.css'

const FactsFields = lazy(() => import('./FactsFields'))

export interface FactsProps {
  farmId: string
  country: string
  draft: Pick<Draft, 'date' | 'facts'>
  problems: Problems
  onChange: (facts: FactsDraft) => void
}

/** Landing, sale and temperatures of a harvest. None of it is needed, so it is folded away until it is asked for. */
export function HarvestFacts(props: FactsProps) {
  const { country, draft, problems } = props
  // On the water the connection may be gone when they are asked for.
  useEffect(() => void FactsFields.ahead().catch(() => undefined), [])
  const degrees = degreesIn(country)
  const refused = Object.keys(problems).some((field) => field.startsWith('facts'))
  const [open, setOpen] = useState(false)
  // It stays open once what was refused is mended.
  if (refused && !open) setOpen(true)
  const id = useId()
  const known = factsWords(factsOf(draft.facts ?? NO_FACTS, draft.date, { country, degrees }), degrees)
  return (
    <div className={classes.frame}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className={unfold.unfold}
        onClick={() => setOpen(!open)}
      >
        <IconReceipt size={20} aria-hidden />
        <span className={classes.text}>
          More about this harvest
          {known && !open && <span className={classes.known}>{known}</span>}
        </span>
        <IconChevronDown size={20} aria-hidden className={classes.caret} />
      </button>
      {open && (
        <div id={id} className={record.fields}>
          <Suspense>
            <FactsFields {...props} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
