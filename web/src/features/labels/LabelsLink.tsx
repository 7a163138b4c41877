import { Link } from '@tanstack/react-router'
import { useMay } from '@/api'
import { type FarmSection, LABELS_PATH } from '@/shared/lib/farmPaths'
import { buttonClass } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'

interface Props {
  section: FarmSection
  farmId: string
  tags: readonly string[]
}

/** The way to the labels of tags, on a page about them. */
export function LabelsLink({ section, farmId, tags }: Props) {
  if (!useMay('record')) return null
  return (
    <Card title="Labels">
      <Link
        to={LABELS_PATH[section]}
        params={{ farmId }}
        search={{ tags: tags.join(',') }}
        className={buttonClass({ variant: 'plain' })}
      >
        {tags.length === 1 ? 'Print its label' : 'Print their labels'}
      </Link>
    </Card>
  )
}
