import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, errorMessage, tagQuery } from '@/api'
import { type FarmSection, TAG_PATH, TAGGING_PATH } from '@/shared/lib/farmPaths'
import { Button, buttonClass } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import { hasCamera } from './hasCamera'
import { idIn } from './ids'
import Scanner from './Scanner'
import { SeenTag } from './SeenTag'
import classes from './TagPicker.module.css'

interface Props {
  section: FarmSection
  farmId: string
  /** The way goes on elsewhere. */
  onDone: () => void
}

/** Whether it is none of the farm's tags, as far as this person may know. */
const isForeign = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 403)

/** Looks a tag up by its code or its id: one of the farm's opens, of any other there is what anybody sees, and the way to receive it. */
export default function LookUp({ section, farmId, onDone }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [foreign, setForeign] = useState('')
  const [trouble, setTrouble] = useState('')
  const look = async (tagId: string) => {
    setTrouble('')
    try {
      await client.fetchQuery(tagQuery(farmId, tagId))
      onDone()
      await navigate({ to: TAG_PATH[section], params: { farmId, tagId } })
    } catch (error) {
      if (isForeign(error)) setForeign(tagId)
      else setTrouble(errorMessage(error))
    }
  }
  if (foreign) {
    return (
      <div className={classes.picker}>
        <p>This is not one of this farm's tags.</p>
        <SeenTag id={foreign} />
        <Link
          to={TAGGING_PATH[section]}
          params={{ farmId }}
          search={{ event: 'receive', tags: foreign }}
          className={buttonClass()}
          onClick={onDone}
        >
          Receive it
        </Link>
        <a href={`/tag/${foreign}`} className={buttonClass({ variant: 'plain' })}>
          See its public page
        </a>
        <Button variant="quiet" onClick={() => setForeign('')}>
          Scan another
        </Button>
      </div>
    )
  }
  const take = (text: string) => {
    const id = idIn(text)
    setTyped(id ? '' : text)
    if (id) void look(id)
  }
  return (
    <div className={classes.picker}>
      {hasCamera() && (
        <Scanner
          onTag={(id) => {
            void look(id)
            return `Looking up tag …${id.slice(-6)}.`
          }}
        />
      )}
      {trouble && (
        <p role="alert" className={classes.error}>
          {trouble}
        </p>
      )}
      <Field
        label="Or type it"
        name="tag"
        hint="Its 24 digits or the address behind its code."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget: { value } }) => take(value)}
      />
    </div>
  )
}
