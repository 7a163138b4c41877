import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useState } from 'react'
import { farmQuery, farmsQuery, placesQuery, queryLimits, type User, usersQuery } from '@/api'
import { mayAny, mayEnter } from '@/shared/lib/roles'
import { firstFocus } from '@/shared/ui/firstFocus'
import SheetDialog from '@/shared/ui/SheetDialog'
import { useDraft } from '@/shared/ui/useDraft'
import type { Early } from './early'
import classes from './Finder.module.css'
import { farmsOf, lotsNamed, named, type Place, placesFor } from './places'

interface Props {
  user: User
  farmId?: string
  /** Farms alone, to change from one to another. */
  farmsOnly: boolean
  /** Hands over what was typed before this was there. */
  early: () => Early
  onClose: () => void
}

const SHOWN = 10

interface Found {
  places: Place[]
  /** They are the answer to this question, not to the one before. */
  current: boolean
  searching: boolean
  failed: boolean
}

/** The farms and, for those who manage them, the users whose names have what was typed. */
function useFound(user: User, name: string, farmsOnly: boolean): Found {
  const section = farmsOf(user)
  const list = { sort: 'name', limit: SHOWN, page: 1 } as const
  const mayUsers = mayEnter('admin', user) && mayAny(user, 'admin-users')
  const farms = useQuery({
    ...farmsQuery({ name, ...list }),
    enabled: section !== undefined,
    placeholderData: keepPreviousData,
  })
  const asksUsers = mayUsers && !farmsOnly && name !== ''
  const users = useQuery({
    ...usersQuery({ username: name, ...list }),
    enabled: asksUsers,
    placeholderData: keepPreviousData,
  })
  const foundFarms = (farms.data?.data ?? []).map(({ _id, name, companyName }) => ({
    href: `/${section}/${_id}`,
    label: name,
    about: companyName || 'Farm',
  }))
  const foundUsers = (asksUsers ? (users.data?.data ?? []) : []).map(({ _id, username }) => ({
    href: `/admin/users/${_id}`,
    label: username,
    about: 'User',
  }))
  return {
    places: [...foundFarms, ...foundUsers],
    current: !farms.isPlaceholderData && !(asksUsers && users.isPlaceholderData),
    searching: farms.isFetching || users.isFetching,
    failed: farms.isError || users.isError,
  }
}

/** Goes to anything that one may open, by a part of its name. */
export default function Finder({ user, farmId = '', farmsOnly, early, onClose }: Props) {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const { setDraft } = useDraft(asked, setAsked)
  const [at, setAt] = useState(0)
  const [entered, setEntered] = useState(false)
  const { data: farm } = useQuery({ ...farmQuery(farmId), enabled: farmId !== '' })
  const found = useFound(user, asked.trim(), farmsOnly)
  const asksLots = farmId !== '' && !farmsOnly && typed.trim() !== ''
  const held = useQuery({ ...placesQuery(farmId), enabled: asksLots })
  const lots = asksLots ? lotsNamed(user, farmId, held.data ?? [], typed) : []
  const current = found.current && asked === typed
  const settled = current && !found.searching && !held.isFetching
  // While the answer is on its way, what is left of the one before.
  const answered = current ? found.places : found.places.filter(named(typed))
  const near = farmsOnly ? [] : placesFor(user, farm, typed)
  const places = farmsOnly || !typed.trim() ? [...answered, ...near] : [...near, ...lots, ...answered]
  const chosen = Math.min(at, places.length - 1)
  const go = ({ href }: Place) => {
    onClose()
    void navigate({ href })
  }
  useLayoutEffect(() => {
    const { text, entered } = early()
    if (text) {
      setTyped(text)
      setAsked(text)
    }
    setEntered(entered)
  }, [early])
  const first = places[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter asked for the first place, whatever that will be.
  useEffect(() => {
    if (!entered || !(first || settled)) return
    setEntered(false)
    if (first) go(first)
  }, [entered, settled, first?.href])
  const onKeyDown = (event: KeyboardEvent) => {
    const place = places[chosen]
    if (event.key === 'Enter') {
      if (place) go(place)
      else setEntered(!settled)
    }
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
        maxLength={queryLimits.getFarms.name}
        placeholder="Type a part of its name"
        className={classes.input}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          setDraft(value)
          setAt(0)
          setEntered(false)
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className={places.length > 0 ? 'visually-hidden' : classes.none}>
        {said(places.length, settled, found.failed || held.isError)}
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

function said(count: number, settled: boolean, failed: boolean): string {
  if (count > 0) return count === 1 ? '1 found' : `${count} found`
  if (!settled) return 'Searching...'
  return failed ? 'Farms, people and lots cannot be searched now.' : 'Nothing has that in its name.'
}
