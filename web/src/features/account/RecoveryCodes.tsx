import { useEffect, useRef, useState } from 'react'
import { PRODUCT } from '@/shared/lib/product'
import { saveFile } from '@/shared/lib/saveFile'
import { Button } from '@/shared/ui/Button'
import { HoldCodes } from './HoldCodes'
import classes from './SecondFactor.module.css'

interface Props {
  codes: string[]
  username: string
  onDone: () => void
}

/** The recovery codes, which can never be shown again. */
export function RecoveryCodes({ codes, username, onDone }: Props) {
  const [copied, setCopied] = useState('')
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.focus(), [])
  const copy = () =>
    navigator.clipboard
      .writeText(codes.join('\n'))
      .then(() => setCopied('Copied.'))
      .catch(() => setCopied('Your browser does not allow copying here. Select the codes instead.'))
  return (
    <div ref={top} tabIndex={-1} className={classes.steps}>
      <HoldCodes />
      <p>
        <b>Your second factor is on.</b> If you lose your phone, each of these codes signs you in once. They are only
        shown now: keep them where you keep your passwords.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button variant="plain" onClick={copy}>
          Copy
        </Button>
        <Button variant="plain" onClick={() => download(codes, username)}>
          Download
        </Button>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
      <p role="status" className={classes.copied}>
        {copied}
      </p>
    </div>
  )
}

/** The file is made here, so that the codes do not go over the line a second time. */
function download(codes: string[], username: string): void {
  const text = `Recovery codes of ${username} for ${PRODUCT}. Each signs in once.\n\n${codes.join('\n')}\n`
  saveFile(`${PRODUCT.toLowerCase()}-recovery-codes.txt`, new Blob([text], { type: 'text/plain' }))
}
