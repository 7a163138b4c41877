import { IconScan } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { FarmSection } from '@/shared/lib/farmPaths'
import button from '@/shared/ui/IconButton.module.css'
import { lazy } from '@/shared/ui/lazy'
import { Sheet } from '@/shared/ui/Sheet'
import { Loading } from '@/shared/ui/Skeleton'

const LookUp = lazy(() => import('./LookUp'))

interface Props {
  section: FarmSection
  farmId: string
  className?: string
}

/** From the tag in one's hand to what is known of it. */
export function ScanTag({ section, farmId, className }: Props) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label="Scan a tag"
        className={`${button.icon} ${className}`}
        onClick={() => setOpen(true)}
      >
        <IconScan size={20} aria-hidden />
      </button>
      <Sheet title="Scan a tag" open={open} onClose={close}>
        <Suspense fallback={<Loading height={320} shape="card" />}>
          <LookUp section={section} farmId={farmId} onDone={close} />
        </Suspense>
      </Sheet>
    </>
  )
}
