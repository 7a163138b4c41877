import { useEffect, useRef, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import classes from './Keys.module.css'

/** The token of a new key, which can never be shown again. */
export function NewToken({ token, onDone }: { token: string; onDone: () => void }) {
  const [copied, setCopied] = useState('')
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.focus(), [])
  const copy = () =>
    navigator.clipboard
      .writeText(token)
      .then(() => setCopied('Copied.'))
      .catch(() => setCopied('Your browser does not allow copying here. Select the key instead.'))
  return (
    <div ref={top} tabIndex={-1} className={classes.token}>
      <p>
        <b>This is the key.</b> It is only shown now: put it into your program, and keep it where you keep your
        passwords. A program sends it as <code>Authorization: Bearer</code> and the key.
      </p>
      <p className={classes.secret}>
        <code>{token}</code>
      </p>
      <div className={classes.buttons}>
        <Button variant="plain" onClick={copy}>
          Copy
        </Button>
        <Button onClick={onDone}>I have saved it</Button>
      </div>
      <p role="status">{copied}</p>
    </div>
  )
}
