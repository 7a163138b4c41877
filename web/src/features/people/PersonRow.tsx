import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorMessage, type Level, type People, type Person, removePerson, setMay } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { type FarmSection, LIST_PATH } from '@/shared/lib/farmPaths'
import { Button } from '@/shared/ui/Button'
import { Confirm } from '@/shared/ui/Confirm'
import { Notice } from '@/shared/ui/Notice'
import { PillSelect } from '@/shared/ui/PillSelect'
import { HandOver } from './HandOver'
import classes from './People.module.css'
import { LEVELS, levelWords, shownName } from './words'

interface Props {
  section: FarmSection
  farmId: string
  person: Person
  all: People
  timeZone?: string
  onAnswer: (people: People) => void
}

/** One of the farm's people. What they may do is saved as it is chosen; what takes something away asks first. */
export function PersonRow({ section, farmId, person, all, timeZone, onAnswer }: Props) {
  const [asked, setAsked] = useState<'remove' | 'narrow' | 'hand-over' | null>(null)
  const [wanted, setWanted] = useState<Level>(person.may)
  const navigate = useNavigate()
  const close = () => setAsked(null)
  const leave = () => void navigate({ to: LIST_PATH[section], reloadDocument: true })
  const answer = (now: People) => {
    close()
    if (person.me && section === 'manage') return leave() // what is on this page is not for them any more
    onAnswer(now)
  }
  const setting = useMutation({ mutationFn: (may: Level) => setMay(farmId, person._id, may), onSuccess: answer })
  const removing = useMutation({ mutationFn: () => removePerson(farmId, person._id), onSuccess: answer })
  const name = shownName(person)
  const iManage = all.people.some(({ me, may }) => me && may === 'manage')
  const handsOver = section === 'manage' && iManage && !person.me && person.opens
  const choose = (may: Level) => {
    setting.reset()
    if (!person.me) return setting.mutate(may)
    setWanted(may)
    setAsked('narrow')
  }
  return (
    <li className={classes.person}>
      <div className={classes.who}>
        <b>
          {section === 'farms' ? (
            <Link to="/admin/$" params={{ _splat: `users/${person._id}` }}>
              {name}
            </Link>
          ) : (
            name
          )}
          {person.me && ' (you)'}
        </b>
        <span className={classes.quiet}>{person.email}</span>
        <span className={classes.quiet}>
          {person.opens
            ? person.lastSeen > 0
              ? `Last seen ${formatInstant(person.lastSeen, timeZone)}`
              : 'Never signed in'
            : 'Cannot see the farm yet: the account is switched off, or is no farm manager’s.'}
        </span>
      </div>
      {all.mayChange ? (
        <div className={classes.acts}>
          <PillSelect
            label={`${name} may`}
            value={setting.isPending ? setting.variables : person.may}
            choices={LEVELS}
            onChange={choose}
          />
          {handsOver && (
            <Button variant="plain" aria-label={`Hand over to ${name}`} onClick={() => setAsked('hand-over')}>
              Hand over
            </Button>
          )}
          <Button
            variant="plain"
            aria-label={person.me ? 'Leave this farm' : `Remove ${name}`}
            onClick={() => {
              removing.reset()
              setAsked('remove')
            }}
          >
            {person.me ? 'Leave' : 'Remove'}
          </Button>
        </div>
      ) : (
        <span>{levelWords(person.may)}</span>
      )}
      {setting.error && asked === null && <Notice kind="error">{errorMessage(setting.error)}</Notice>}
      <Confirm
        open={asked === 'remove'}
        action={person.me ? 'Leave this farm' : `Remove ${name}`}
        work={removing}
        onConfirm={() => removing.mutate()}
        onClose={close}
      >
        {person.me ? 'You' : name} will no longer see this farm. What was recorded stays, and so does the account.
      </Confirm>
      <Confirm
        open={asked === 'narrow'}
        action="Change what I may do"
        work={setting}
        onConfirm={() => setting.mutate(wanted)}
        onClose={close}
      >
        You will no longer manage this farm, and cannot give that back to yourself.
      </Confirm>
      {handsOver && (
        <HandOver open={asked === 'hand-over'} farmId={farmId} person={person} onClose={close} onDone={leave} />
      )}
    </li>
  )
}
