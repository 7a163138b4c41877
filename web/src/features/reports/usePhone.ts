import { useSyncExternalStore } from 'react'
import { media } from '@/shared/lib/media'

const phone = media('(max-width: 640px)')

export function usePhone(): boolean {
  return useSyncExternalStore(phone.subscribe, phone.matches)
}
