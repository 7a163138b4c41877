import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { farmQuery, type User } from '@/api'
import classes from '../HeaderTools.module.css'
import { useFinder } from './useFinder'

/** The farm that one is at, to change to another. */
export function FarmSwitcher({ user }: { user: User }) {
  const { farmId } = useParams({ strict: false })
  const { open, show, prepare, finder } = useFinder({ user, farmsOnly: true })
  const { data: farm } = useQuery({ ...farmQuery(farmId ?? ''), enabled: farmId !== undefined })
  if (!farm) return null
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        className={classes.switcher}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={show}
      >
        <span className="visually-hidden">Change farm: </span>
        <span className={classes.farm}>{farm.name}</span>
        <IconChevronDown size={16} aria-hidden />
      </button>
      {finder}
    </>
  )
}

/** Opens the way to anything, by a press or by Ctrl K from wherever one is. */
export function FindButton({ user }: { user: User }) {
  const { farmId } = useParams({ strict: false })
  const { open, show, prepare, finder } = useFinder({ user, farmId, farmsOnly: false })
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // Another dialog is asking something, and has the page to itself.
      if (!document.querySelector('[aria-modal="true"]')) latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="Control+K"
        className={classes.find}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={show}
      >
        <IconSearch size={20} aria-hidden />
        <span className={classes.findLabel}>Find anything</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      {finder}
    </>
  )
}
