import {
  IconAlertTriangle,
  IconCertificate,
  IconChevronRight,
  IconFileInvoice,
  IconNotes,
  IconPrinter,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { Need } from '@/api'
import type { FarmSection } from '@/shared/lib/farmPaths'
import { counted } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { NeedLink } from './NeedLink'
import classes from './Needs.module.css'
import recall from './RecallMark.module.css'
import { needSentence, plainOf, type Sentence } from './words'

const ICONS = {
  recall: IconAlertTriangle,
  lease: IconNotes,
  certificate: IconCertificate,
  paper: IconPrinter,
  invoice: IconFileInvoice,
}

/** On a small screen the farm's sentence and its animals stay in sight; one press shows the rest. */
const FIRST = 2

interface Props {
  farmId: string
  section: FarmSection
  needs: readonly Need[]
  /** How many there are in all, shown or not. */
  inAll: number
}

/** What the farm needs from its people, most urgent first: a sentence and an action each. */
export function Needs({ farmId, section, needs, inAll }: Props) {
  const foldable = needs.length > FIRST + 1
  const [all, setAll] = useState(false)
  const later = (index: number) => (foldable && !all && index >= FIRST) || undefined
  return (
    <Card title="Needs you" action={inAll > 0 && <span className={classes.count}>{counted(inAll, 'thing')}</span>}>
      {needs.length === 0 ? (
        <p className={classes.none}>
          Nothing right now. Recalls, expiring leases and certificates, paper and invoices will show up here.
        </p>
      ) : (
        <ul className={classes.list}>
          {needs.map((need, index) => {
            const sentence = needSentence(need)
            const Icon = ICONS[need.kind]
            return (
              <li key={plainOf(sentence)} className={classes.row} data-later={later(index)}>
                <span className={need.kind === 'recall' ? `${classes.icon} ${recall.mark}` : classes.icon}>
                  <Icon size={18} aria-hidden />
                </span>
                <p className={classes.sentence}>
                  <Told sentence={sentence} />
                </p>
                <NeedLink farmId={farmId} section={section} need={need} className={classes.action}>
                  <IconChevronRight size={16} aria-hidden />
                </NeedLink>
              </li>
            )
          })}
        </ul>
      )}
      {foldable && (
        <div className={classes.fold}>
          <Button variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Fewer' : counted(needs.length - FIRST, 'more', 'more')}
          </Button>
        </div>
      )}
      {inAll > needs.length && (
        <p className={classes.more} data-later={later(FIRST)}>
          And {counted(inAll - needs.length, 'more', 'more')} after these.
        </p>
      )}
    </Card>
  )
}

function Told({ sentence }: { sentence: Sentence }) {
  return sentence.map((part) => (typeof part === 'string' ? part : <b key={part[0]}>{part[0]}</b>))
}
