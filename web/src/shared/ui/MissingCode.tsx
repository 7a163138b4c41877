import { useEffect, useLayoutEffect, useState } from 'react'
import { serverAnswers } from '@/shared/lib/missing'
import { Button } from './Button'
import { Notice } from './Notice'

/** Stands in for a part of the app whose code failed to load: offline, until the line is back; after a release, until that is loaded. */
export function MissingCode({ onRetry }: { onRetry: () => void }) {
  const [outdated, setOutdated] = useState(false)
  useEffect(() => {
    let shown = true
    void serverAnswers().then((answers) => shown && setOutdated(answers))
    return () => {
      shown = false
    }
  }, [])
  // Heard from the moment the promise is on the screen: a line that is back before the first paint is not missed.
  useLayoutEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <Notice kind="error">
      <p>
        {outdated
          ? 'There is a newer version of the app. Save what you have typed on this page, then load it.'
          : 'You are offline, or the server is out of reach. This loads by itself once the connection is back.'}
      </p>
      <Button variant="plain" onClick={outdated ? () => window.location.reload() : onRetry}>
        {outdated ? 'Load the new version' : 'Try again'}
      </Button>
    </Notice>
  )
}
