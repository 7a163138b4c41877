import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Contents, contentsQuery, errorMessage, type Farm } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Failure } from '@/shared/ui/Failure'
import { Field } from '@/shared/ui/Field'
import { Notice } from '@/shared/ui/Notice'
import { Sheet } from '@/shared/ui/Sheet'
import { Loading } from '@/shared/ui/Skeleton'
import classes from './DangerZone.module.css'
import { RemovalProgress } from './RemovalProgress'
import { keptBy, lostBy, type Removal } from './removal'

interface Props {
  farm: Farm
  removal: Removal
  pending: boolean
  error: Error | null
  onConfirm: (seen: string) => void
  onClose: () => void
}

const BUTTONS: Record<Removal, string> = { clean: 'Clean this farm', delete: 'Delete this farm' }

/** 'Are you sure?' (AFARM-6): counts what will be lost and kept before the farm's name is typed. */
export function RemovalDialog({ farm, removal, pending, error, onConfirm, onClose }: Props) {
  const contents = useQuery(contentsQuery(farm._id))
  const [typed, setTyped] = useState('')
  const confirmed = typed.trim() === farm.name.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (confirmed && contents.data && !pending) onConfirm(contents.data.seen)
  }
  return (
    <Sheet title="Are you sure?" place="middle" open onClose={onClose}>
      <form onSubmit={submit} noValidate className={classes.form}>
        {removal === 'delete' && (
          <Notice kind="error">
            A delete leaves orphaned relationships: tags and recalls that name {farm.name} are kept and go on naming it,
            but the farm behind them will be gone. This cannot be undone.
          </Notice>
        )}
        {contents.data && <Counts removal={removal} contents={contents.data.contents} />}
        {contents.isError && <Failure query={contents} />}
        {contents.isPending && <Loading words="Counting what would be lost..." height={180} shape="control" />}
        <Field
          label={`Type the farm's name to confirm: ${farm.name}`}
          value={typed}
          autoComplete="off"
          disabled={pending}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {error && <Notice kind="error">{errorMessage(error)}</Notice>}
        {pending && <RemovalProgress removal={removal} />}
        <div className={classes.buttons}>
          <Button variant="plain" onClick={onClose}>
            {pending ? 'Close' : 'Cancel'}
          </Button>
          <Button type="submit" variant="danger" disabled={!confirmed || !contents.data} loading={pending}>
            {BUTTONS[removal]}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

function Counts({ removal, contents }: { removal: Removal; contents: Contents }) {
  const lost = lostBy(removal, contents)
  const kept = keptBy(removal, contents)
  return (
    <div className={classes.counts}>
      <section>
        <h3>Will be lost</h3>
        {lost.length === 0 ? <p>Nothing, because nothing has been recorded.</p> : <List items={lost} />}
      </section>
      {kept.length > 0 && (
        <section>
          <h3>Will be kept</h3>
          <List items={kept} />
        </section>
      )}
    </div>
  )
}

function List({ items }: { items: string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item} className={classes.counted}>
          {item}
        </li>
      ))}
    </ul>
  )
}
