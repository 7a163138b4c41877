import { IconCamera } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { lazy } from '@/shared/ui/lazy'
import { Loading } from '@/shared/ui/Skeleton'
import { hasCamera } from './hasCamera'

const Scanner = lazy(() => import('./Scanner'))

interface Props {
  chosen: readonly string[]
  onTag: (id: string) => void
}

/** Opens the camera to scan tags with, where the browser lets a page have one. */
export function ScanButton({ chosen, onTag }: Props) {
  const [open, setOpen] = useState(false)
  if (!hasCamera()) return null
  const take = (id: string) => {
    if (chosen.includes(id)) return `Tag …${id.slice(-6)} is there already.`
    onTag(id)
    return `Tag …${id.slice(-6)} is added. Next?`
  }
  return (
    <>
      <Button variant="plain" wide icon={<IconCamera size={20} aria-hidden />} onClick={() => setOpen(!open)}>
        {open ? 'Close the camera' : 'Scan with the camera'}
      </Button>
      {open && (
        <Suspense fallback={<Loading height={240} shape="card" />}>
          <Scanner onTag={take} />
        </Suspense>
      )}
    </>
  )
}
