import { useQuery, useQueryClient } from '@tanstack/react-query'
import { farmQuery, type People, peopleQuery } from '@/api'
import type { FarmSection } from '@/shared/lib/farmPaths'
import { Card } from '@/shared/ui/Card'
import { Failure } from '@/shared/ui/Failure'
import { FarmHeading } from '@/shared/ui/FarmHeading'
import panels from '@/shared/ui/Panels.module.css'
import { Loading } from '@/shared/ui/Skeleton'
import { InviteCard } from './InviteCard'
import { LinkUser } from './LinkUser'
import { OpenInvitations } from './OpenInvitations'
import classes from './People.module.css'
import { PersonRow } from './PersonRow'
import { ViewFarm } from './ViewFarm'
import { aboutLevel, LEVELS } from './words'

interface Props {
  section: FarmSection
  farmId: string
}

/** Who works with a farm and what each of them may do, for those who manage it and for staff. */
export function FarmPeople({ section, farmId }: Props) {
  const farm = useQuery(farmQuery(farmId)).data
  const people = useQuery(peopleQuery(farmId))
  return (
    <>
      <FarmHeading section={section} farmId={farmId} farmName={farm?.name ?? ''} title="People" />
      {people.isError && <Failure query={people} timeZone={farm?.timeZone} />}
      {people.isPending && <Loading words="Loading the people..." height={320} shape="card" />}
      {people.data && <Loaded section={section} farmId={farmId} people={people.data} timeZone={farm?.timeZone} />}
    </>
  )
}

function Loaded({ section, farmId, people, timeZone }: Props & { people: People; timeZone?: string }) {
  const client = useQueryClient()
  const keep = (now: People) => {
    client.setQueryData(peopleQuery(farmId).queryKey, now)
    // Staff see the same people in the farm's record.
    void client.invalidateQueries({ queryKey: farmQuery(farmId).queryKey, exact: true })
  }
  const { mayChange, invitations } = people
  return (
    <div className={panels.panels}>
      <div className={panels.side}>
        <Card title="Who works here">
          {people.people.length === 0 ? (
            <p className={classes.note}>Nobody has access yet.{mayChange && ' Invite the first person.'}</p>
          ) : (
            <ul className={classes.rows}>
              {people.people.map((person) => (
                <PersonRow
                  key={person._id}
                  section={section}
                  farmId={farmId}
                  person={person}
                  all={people}
                  timeZone={timeZone}
                  onAnswer={keep}
                />
              ))}
            </ul>
          )}
        </Card>
        {invitations.length > 0 && (
          <OpenInvitations farmId={farmId} people={people} timeZone={timeZone} onAnswer={keep} />
        )}
      </div>
      <div className={panels.side}>
        {mayChange && <InviteCard farmId={farmId} onAnswer={keep} />}
        {mayChange && section === 'farms' && <LinkUser farmId={farmId} people={people} />}
        {mayChange && section === 'farms' && <ViewFarm farmId={farmId} />}
        <Card title="What they may do">
          <dl className={classes.levels}>
            {LEVELS.map(({ value, label }) => (
              <div key={value}>
                <dt>{label}</dt>
                <dd>{aboutLevel(value)}</dd>
              </div>
            ))}
          </dl>
        </Card>
      </div>
    </div>
  )
}
