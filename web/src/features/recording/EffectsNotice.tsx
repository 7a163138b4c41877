import { recountSentence } from '@/shared/lib/recounts'
import { Button } from '@/shared/ui/Button'
import { Notice } from '@/shared/ui/Notice'
import type { CountEffects } from './effects'

interface Props {
  effects: CountEffects
  /** Called before the form is sent again: whether the count was taken after the day's removals, if that was asked. */
  onConfirm: (afterRemovals?: boolean) => void
}

/** What saving does to recorded counts, and what has to be known first. */
export function EffectsNotice({ effects: { recounts, asksOrder }, onConfirm }: Props) {
  const answer = (label: string, afterRemovals?: boolean) => (
    <Button variant="plain" type="submit" onClick={() => onConfirm(afterRemovals)}>
      {label}
    </Button>
  )
  return (
    <Notice kind="info">
      Nothing was recorded yet. {recounts.map(recountSentence).join(' ')}{' '}
      {asksOrder ? (
        <>
          Did you harvest before you counted? {answer('No, I counted first', false)}{' '}
          {answer('Yes, I harvested first', true)}
        </>
      ) : (
        answer('Record it')
      )}
    </Notice>
  )
}
