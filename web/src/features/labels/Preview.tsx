import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { LabelFinding, LabelLook } from '@/api'
import { DETAIL_PATH, type FarmSection, TAG_PATH } from '@/shared/lib/farmPaths'
import { counted } from '@/shared/lib/numbers'
import { Button } from '@/shared/ui/Button'
import { Notice } from '@/shared/ui/Notice'
import classes from './Labels.module.css'

interface Props {
  section: FarmSection
  farmId: string
  labels: readonly LabelLook[]
}

/** The labels one at a time as the printer's dots, with what each says and what is wrong with it. */
export function Preview({ section, farmId, labels }: Props) {
  const [turned, setTurned] = useState(0)
  const at = Math.min(turned, labels.length - 1)
  const label = labels[at]
  const refused = labels.filter(({ findings }) => findings.length > 0)
  if (!label) return null
  const nextRefused = labels.findIndex(({ findings }, i) => i > at && findings.length > 0)
  return (
    <>
      {refused.length > 0 && (
        <Notice kind="error">
          {labels.length === 1
            ? 'This label must not be printed as it is.'
            : `${counted(refused.length, 'label')} of ${labels.length} must not be printed as they are, so none is.`}
        </Notice>
      )}
      {labels.length > 1 && (
        <div className={classes.turn}>
          <Button variant="plain" disabled={at === 0} onClick={() => setTurned(at - 1)}>
            Previous
          </Button>
          <span aria-live="polite">
            Label {at + 1} of {labels.length}
          </span>
          <Button variant="plain" disabled={at === labels.length - 1} onClick={() => setTurned(at + 1)}>
            Next
          </Button>
          {nextRefused >= 0 && (
            <Button variant="quiet" onClick={() => setTurned(nextRefused)}>
              Next with a problem
            </Button>
          )}
        </div>
      )}
      <p>
        <Link to={TAG_PATH[section]} params={{ farmId, tagId: label.tag }}>
          Tag …{label.tag.slice(-6)}
        </Link>
      </p>
      {label.picture ? (
        <img className={classes.picture} src={label.picture} alt={`Label: ${spoken(label)}`} />
      ) : (
        label.findings.length === 0 && <p className={classes.note}>The first twelve labels are pictured.</p>
      )}
      <Says section={section} farmId={farmId} label={label} />
    </>
  )
}

const spoken = ({ elements }: LabelLook) =>
  elements.map(({ name, text, plain }) => (plain ? text : `${name} ${text}`)).join('. ')

/** What the label says in its order, and each finding at its field. */
function Says({ label: { elements, findings }, ...farm }: FarmProps & { label: LabelLook }) {
  const others = findings.filter(({ field }) => !elements.some((element) => element.field === field))
  return (
    <>
      {others.map((finding) => (
        <Wrong key={`${finding.field} ${finding.rule.id}`} finding={finding} {...farm} />
      ))}
      <ol className={classes.says}>
        {elements.map(({ field, name, text }) => (
          <li key={field}>
            <span className={classes.name}>{name}</span>
            <span className={classes.text}>{text || 'nothing'}</span>
            {findings
              .filter((finding) => finding.field === field)
              .map((finding) => (
                <Wrong key={finding.rule.id} finding={finding} lacking={text === ''} {...farm} />
              ))}
          </li>
        ))}
      </ol>
    </>
  )
}

type FarmProps = Pick<Props, 'section' | 'farmId'>

/** Which field of the farm's public tag page a label takes an element from. */
const TAKEN_FROM: Record<string, string> = {
  harvester: 'Harvester cert',
  harvesterName: 'Harvester cert',
  dealer: 'Cert',
  certificates: 'Cert',
}

interface WrongProps extends FarmProps {
  finding: LabelFinding
  lacking?: boolean
}

function Wrong({ finding: { field, message, rule }, lacking, section, farmId }: WrongProps) {
  const from = lacking && TAKEN_FROM[field]
  return (
    <p className={classes.wrong}>
      {message}{' '}
      {from && (
        <>
          <Link to={DETAIL_PATH[section]} params={{ farmId }} search={{ tab: 'info' }}>
            Set “{from}” in Farm Info, Public tag page.
          </Link>{' '}
        </>
      )}
      <span className={classes.source}>
        {rule.words} ({rule.source})
      </span>
    </p>
  )
}
