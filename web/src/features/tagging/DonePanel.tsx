import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { type FarmSection, TAG_PATH } from '@/shared/lib/farmPaths'
import type { TagEventName } from '@/shared/lib/tagEvents'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { Notice } from '@/shared/ui/Notice'
import { useParts } from '@/shared/ui/useParts'
import { useChosen } from './chosen'
import type { TaggingSearch } from './Tagging'
import classes from './Tagging.module.css'
import type { Done } from './useTaking'

interface Props {
  section: FarmSection
  farmId: string
  done: Done
  onNext: (search: TaggingSearch) => void
  children?: ReactNode
}

/** So many tags are shown at first, and read to see whether they are recalled. */
const PART = 24

/** After these there is nothing to ship. */
const GONE: readonly TagEventName[] = ['ship', 'void', 'wet-storage-in']

/** What was done, in place of the form that did it, and what can be done next with its tags. */
export function DonePanel({ section, farmId, done: { event, says, tags, again }, onNext, children }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const { shown, more } = useParts(tags, PART)
  const shippable = useShippable(farmId, GONE.includes(event) ? [] : tags)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div ref={panel} tabIndex={-1} className={classes.done}>
      <Notice kind="success">
        Recorded: {says}
        {again && ' An earlier attempt had got through, so nothing was recorded twice.'}
      </Notice>
      <Card title={tags.length === 1 ? 'The tag' : 'The tags'}>
        <ul className={classes.made}>
          {shown.map((tag) => (
            <li key={tag}>
              <Link to={TAG_PATH[section]} params={{ farmId, tagId: tag }}>
                {tag}
              </Link>
            </li>
          ))}
        </ul>
        {more}
      </Card>
      {children}
      <div className={classes.buttons}>
        <Button onClick={() => onNext({ event })}>{event === 'harvest' ? 'Tag another harvest' : 'One more'}</Button>
        {shippable.length > 0 && (
          <Button variant="plain" onClick={() => onNext({ event: 'ship', tags: shippable.join(',') })}>
            Ship {shippable.length === 1 ? 'it' : 'them'}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The tags that may be shipped, none until that is known: recalled ones may not. The form leaves out the others. */
function useShippable(farmId: string, tags: string[]): string[] {
  const { tags: known, pending } = useChosen(farmId, tags.slice(0, PART))
  return pending ? [] : tags.filter((id) => !known.get(id)?.recall)
}
