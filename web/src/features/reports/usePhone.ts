import { useSyncExternalStore } from 'react'

const PHONE = matchMedia('(max-width: 640px)')

function onPhoneChange(listener: () => void) {
  PHONE.addEventListener('change', listener)
  return () => PHONE.removeEventListener('change', listener)
}

export function usePhone(): boolean {
  return useSyncExternalStore(onPhoneChange, () => PHONE.matches)
}
