import { useEffect } from 'react'
import { PRODUCT } from '@/shared/lib/product'

/** Names the page in the browser's tab and history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`
  }, [title])
}
