import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, farmQuery, type LabelChoices, labelChoicesQuery, labelsQuery, useAnswers } from '@/api'
import { type FarmSection, TAGS_PATH } from '@/shared/lib/farmPaths'
import { Card } from '@/shared/ui/Card'
import { Failure } from '@/shared/ui/Failure'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import panels from '@/shared/ui/Panels.module.css'
import { Loading } from '@/shared/ui/Skeleton'
import { Options } from './Options'
import { chosenOf, idsOf, keepDevice, type LabelsSearch, type Typed, wantedOf } from './options'
import { Preview } from './Preview'
import { PrintButton } from './PrintButton'

interface Props {
  section: FarmSection
  farmId: string
  search: LabelsSearch
  onChange: (part: Partial<LabelsSearch>) => void
}

/** Prints the labels of tags: what is asked of them, how they will look, and the file for the printer. */
export function Labels(props: Props) {
  const { section, farmId } = props
  const farm = useQuery(farmQuery(farmId)).data
  const choices = useQuery(labelChoicesQuery(farmId))
  return (
    <>
      <FarmHeading section={section} farmId={farmId} farmName={farm?.name ?? ''} title="Labels" />
      {choices.isPending && <Loading height={320} shape="card" />}
      {choices.isError && !choices.data && <Failure query={choices} />}
      {choices.data && idsOf(props.search.tags).length === 0 && (
        <Card>
          <p>Labels are printed for tags. Please choose a tag first.</p>
          <Link to={TAGS_PATH[section]} params={{ farmId }}>
            All tags
          </Link>
        </Card>
      )}
      {choices.data && idsOf(props.search.tags).length > 0 && <Loaded {...props} choices={choices.data} />}
    </>
  )
}

const NOTHING_TYPED: Typed = { copies: '1', containers: '', dpi: '', file: '' }

function Loaded({ section, farmId, search, onChange, choices }: Props & { choices: LabelChoices }) {
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const ids = idsOf(search.tags)
  const chosen = chosenOf(choices, search, typed)
  const wanted = wantedOf(ids, chosen)
  const look = useAnswers({
    ...labelsQuery(farmId, wanted ?? { tags: ids, kind: 'sticker', paper: '' }),
    enabled: wanted !== null,
  })
  const refused = look.error instanceof ApiError && look.error.status < 500 ? look.error.fieldErrors : undefined
  const labels = refused ? undefined : look.data?.labels
  const findings = labels?.flatMap((label) => label.findings) ?? []
  const errors: Record<string, string> = { ...refused }
  for (const { field, message } of findings) errors[field] ??= message
  return (
    <div className={panels.panels}>
      <div className={panels.side}>
        <Options
          choices={choices}
          chosen={chosen}
          errors={errors}
          onSearch={(part) => {
            // Each printer has files of its own.
            const file = part.printer ? '' : chosen.file
            keepDevice({ ...chosen, ...part, file })
            if (part.printer) setTyped({ ...typed, file })
            onChange(part)
          }}
          onType={(part) => {
            if (part.dpi || part.file) keepDevice({ ...chosen, ...part })
            setTyped({ ...typed, ...part })
          }}
        />
        <PrintButton
          farmId={farmId}
          count={ids.length}
          wanted={wanted}
          file={chosen.file}
          ready={Boolean(labels) && !look.stale && findings.length === 0}
        />
      </div>
      <Card title={ids.length === 1 ? 'How it will look' : 'How they will look'}>
        {!labels && !look.error && <Loading height={480} />}
        {look.error && <Failure query={look} />}
        {labels && <Preview section={section} farmId={farmId} labels={labels} />}
      </Card>
    </div>
  )
}
