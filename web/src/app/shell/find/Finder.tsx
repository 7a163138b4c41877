import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import { farmQuery, farmsQuery, type User, usersQuery } from '@/api'
import { firstFocus } from '@/shared/ui/firstFocus'
import SheetDialog from '@/shared/ui/SheetDialog'
import { useDraft } from '@/shared/ui/useDraft'
import classes from './Finder.module.css'
import { farmsOf, type Place, placesFor } from './places'

interface Props {
  user: User
  farmId?: string
  /** Farms alone, to change from one to another. */
  farmsOnly: boolean
  onClose: () => void
}

const SHOWN = 10

/** The farms and, for those who manage them, the users whose names have what was typed. */
function useFound(user: User, name: string, farmsOnly: boolean): { places: Place[]; searching: boolean } {
  const section = farmsOf(user)
  const list = { sort: 'name', limit: SHOWN, page: 1 } as const
  const mayUsers = section === 'farms' && user.permissions.includes('admin-users')
  const farms = useQuery({
    ...farmsQuery({ name, ...list }),
    enabled: section !== undefined,
    placeholderData: keepPreviousData,
  })
  const users = useQuery({
    ...usersQuery({ username: name, ...list }),
    enabled: mayUsers && !farmsOnly && name !== '',
    placeholderData: keepPreviousData,
  })
  const foundFarms = (farms.data?.data ?? []).map(({ _id, name, companyName }) => ({
    href: `/${section}/${_id}`,
    label: name,
    about: companyName || 'Farm',
  }))
  const foundUsers = (name && !farmsOnly ? (users.data?.data ?? []) : []).map(({ _id, username }) => ({
    href: `/admin/users/${_id}`,
    label: username,
    about: 'User',
  }))
  return { places: [...foundFarms, ...foundUsers], searching: farms.isFetching || users.isFetching }
}

/** Goes to anything that one may open, by a part of its name. */
export default function Finder({ user, farmId = '', farmsOnly, onClose }: Props) {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const { setDraft } = useDraft(asked, setAsked)
  const [at, setAt] = useState(0)
  const { data: farm } = useQuery({ ...farmQuery(farmId), enabled: farmId !== '' })
  const found = useFound(user, asked.trim(), farmsOnly)
  const near = useDeferredValue(farmsOnly ? [] : placesFor(user, farm, typed))
  const places = farmsOnly || !typed.trim() ? [...found.places, ...near] : [...near, ...found.places]
  const chosen = Math.min(at, places.length - 1)
  const go = ({ href }: Place) => {
    onClose()
    void navigate({ href })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const place = places[chosen]
    if (event.key === 'Enter' && place) go(place)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || places.length === 0) return
    event.preventDefault()
    const next = (chosen + step + places.length) % places.length
    setAt(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const label = farmsOnly ? 'Find a farm' : 'Find anything'
  return (
    <SheetDialog title={label} open onClose={onClose} place="middle" wide>
      <input
        ref={firstFocus}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={places.length > 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder="Type a part of its name"
        className={classes.input}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          setDraft(value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className={places.length > 0 ? 'visually-hidden' : classes.none}>
        {said(places.length, found.searching)}
      </p>
      <div role="listbox" id={id} aria-label={label} className={classes.list}>
        {places.map((place, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
          <div
            key={`${place.href} ${place.label}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={classes.place}
            onPointerMove={() => setAt(index)}
            onClick={() => go(place)}
          >
            {place.label} <span>{place.about}</span>
          </div>
        ))}
      </div>
    </SheetDialog>
  )
}

function said(count: number, searching: boolean): string {
  if (count > 0) return count === 1 ? '1 found' : `${count} found`
  return searching ? 'Searching...' : 'Nothing has that in its name.'
}
