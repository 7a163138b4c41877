import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readCodes, troubleWords } from './camera'
import { idIn } from './ids'
import classes from './TagPicker.module.css'

const SHOWN = 60

interface Props {
  /** Takes a tag, and says so. */
  onTag: (id: string) => string
}

/** What the camera sees: each code of a tag is taken, one after the other, and any other is named. */
export default function Scanner({ onTag }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [said, setSaid] = useState('Hold the code of a tag before the camera.')
  const [trouble, setTrouble] = useState('')
  const take = useEffectEvent((text: string) => {
    const id = idIn(text)
    if (!id) return setSaid(`That is not the code of a tag: ${text.slice(0, SHOWN)}`)
    navigator.vibrate?.(80)
    setSaid(onTag(id))
  })
  useEffect(() => {
    const ended = new AbortController()
    const fail = (error: unknown) => !ended.signal.aborted && setTrouble(troubleWords(error))
    if (video.current) readCodes(video.current, ended.signal, (text) => take(text)).catch(fail)
    return () => ended.abort()
  }, [])
  return trouble ? (
    <p role="alert" className={classes.error}>
      {trouble}
    </p>
  ) : (
    <div className={classes.camera}>
      <video ref={video} muted playsInline aria-label="What the camera sees" />
      <p role="status">{said}</p>
    </div>
  )
}
