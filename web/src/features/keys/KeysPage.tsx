import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endKey, type FarmKey, farmQuery, keysQuery } from '@/api'
import { FormSheet } from '@/forms'
import { formatInstant } from '@/shared/lib/days'
import type { FarmSection } from '@/shared/lib/farmPaths'
import { AskFirst } from '@/shared/ui/AskFirst'
import { Button } from '@/shared/ui/Button'
import { Card } from '@/shared/ui/Card'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Failure } from '@/shared/ui/Failure'
import { FarmFailure } from '@/shared/ui/FarmFailure'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import { Loading } from '@/shared/ui/Skeleton'
import classes from './Keys.module.css'
import { NewKeyForm } from './NewKeyForm'
import { NewToken } from './NewToken'
import { rightsWords } from './words'

interface Props {
  section: FarmSection
  farmId: string
}

/** The keys by which programs of a farm's own call the API. */
export function KeysPage({ section, farmId }: Props) {
  const farm = useQuery(farmQuery(farmId))
  const keys = useQuery(keysQuery(farmId))
  const [asked, setAsked] = useState(false)
  const [token, setToken] = useState('')
  const zone = farm.data?.timeZone
  if (farm.isError && !farm.data) {
    return <FarmFailure section={section} farmId={farmId} title="Keys" query={farm} />
  }
  return (
    <>
      <FarmHeading section={section} farmId={farmId} farmName={farm.data?.name ?? ''} title="Keys" />
      <div className={classes.page}>
        <Card>
          <p className={classes.intro}>
            A key lets a program of yours, such as a scale, a label printer or a spreadsheet, read and record here
            without a person signing in. It acts in the name of whoever made it, and stops when they lose the farm.{' '}
            <a href="/docs/api">What a program can ask for</a>
          </p>
          {token ? (
            <NewToken token={token} onDone={() => setToken('')} />
          ) : (
            <Button disabled={!farm.data} onClick={() => setAsked(true)}>
              Make a key
            </Button>
          )}
        </Card>
        {keys.isError && <Failure query={keys} />}
        {keys.isPending && <Loading height={160} shape="card" />}
        {keys.data?.length === 0 && (
          <Card>
            <EmptyState drawing="water" title="No keys yet.">
              <p>Make one for each program, so that you can end one without stopping the others.</p>
            </EmptyState>
          </Card>
        )}
        {keys.data && keys.data.length > 0 && (
          <Card title="The farm’s keys">
            <ul className={classes.list}>
              {keys.data.map((one) => (
                <Item key={one._id} farmId={farmId} one={one} timeZone={zone} />
              ))}
            </ul>
          </Card>
        )}
      </div>
      <FormSheet title="Make a key" open={asked} onClose={() => setAsked(false)}>
        {asked && (
          <NewKeyForm
            farmId={farmId}
            onClose={() => setAsked(false)}
            onMade={(made) => {
              setToken(made)
              setAsked(false)
            }}
          />
        )}
      </FormSheet>
    </>
  )
}

function Item({ farmId, one, timeZone }: { farmId: string; one: FarmKey; timeZone?: string }) {
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () => endKey(farmId, one._id),
    onSuccess: () => client.invalidateQueries({ queryKey: keysQuery(farmId).queryKey }),
  })
  const used = one.lastUsed === null ? 'never used' : `last used ${formatInstant(one.lastUsed, timeZone)}`
  return (
    <li className={classes.item}>
      <div>
        <b>{one.name}</b>
        <p>{rightsWords(one)}</p>
        <p className="quiet">
          Made by {one.madeBy}, {formatInstant(one.createdAt, timeZone)}; {used}
          {one.endedAt !== null && `; ended ${formatInstant(one.endedAt, timeZone)}`}
        </p>
      </div>
      {one.endedAt === null && (
        <AskFirst label="End" aria-label={`End ${one.name}`} action="End the key" work={end}>
          The program that uses {one.name} is refused from its next call on. A key that has ended cannot be used again.
        </AskFirst>
      )}
    </li>
  )
}
