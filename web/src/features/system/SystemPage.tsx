import { useQuery } from '@tanstack/react-query'
import { jobKindsQuery, type System, systemQuery } from '@/api'
import { formatInstant } from '@/shared/lib/days'
import { counted, exact, sizeWords } from '@/shared/lib/numbers'
import { Card } from '@/shared/ui/Card'
import { Facts } from '@/shared/ui/Facts'
import { Failure } from '@/shared/ui/Failure'
import { ListHead } from '@/shared/ui/List'
import { ListTable, listCells } from '@/shared/ui/ListTable'
import { Notice } from '@/shared/ui/Notice'
import { Loading } from '@/shared/ui/Skeleton'
import { Cell, Row, RowHead } from '@/shared/ui/Table'
import { usePageTitle } from '@/shared/ui/usePageTitle'
import classes from './System.module.css'

/** For root: what runs, whether its backups are good, and how it is set up. */
export function SystemPage() {
  usePageTitle('System')
  const system = useQuery(systemQuery)
  return (
    <>
      <ListHead title="System" />
      {system.isPending && <Loading height={400} />}
      {system.error && <Failure query={system} />}
      {system.data && <Described system={system.data} />}
    </>
  )
}

function Described({ system }: { system: System }) {
  return (
    <div className={classes.cards}>
      <Backups backups={system.backups} />
      {system.mirror && <Mirror mirror={system.mirror} />}
      <Card title="This server">
        {system.timeZones.differ && (
          <Notice kind="error">
            Instances use different time zone rules, so their days can differ. Update the older one.
          </Notice>
        )}
        <Facts facts={runsOf(system)} />
      </Card>
      <UnderWay />
      <Card title="Room">
        <Facts
          facts={[
            { label: 'Database', value: sizeWords(system.database.bytes) },
            ...system.disks.map(({ folder, freeBytes }) => ({
              label: folder,
              value: freeBytes < 0 ? 'not known on this server' : `${sizeWords(freeBytes)} free`,
            })),
          ]}
        />
      </Card>
      <Card title="Memory">
        <Facts facts={sharesOf(system.memory)} />
      </Card>
      <section className={classes.settings} aria-label="Settings">
        <h2 className={classes.title}>Settings</h2>
        <p className={classes.note}>
          They are set where the server is started, and cannot be changed here. Secrets are not shown.
        </p>
        <ListTable columns={['Setting', 'Value', 'What for']}>
          {system.settings.map(({ name, about, isSet, value }) => (
            <Row key={name}>
              <RowHead className={classes.name}>{name}</RowHead>
              <Cell className={value === null ? listCells.muted : classes.value}>
                {value ?? (isSet ? 'set, and not shown' : 'not set')}
              </Cell>
              <Cell className={listCells.muted}>{about}</Cell>
            </Row>
          ))}
        </ListTable>
      </section>
    </div>
  )
}

function runsOf({ version, startedAt, database, timeZones, copies, certificate }: System) {
  const ends = certificate?.endsAt
  return [
    { label: 'Version', value: version },
    { label: 'Runs since', value: formatInstant(startedAt) },
    { label: 'Database', value: `${database.engine} ${database.version}, schema ${database.schema}` },
    { label: 'Time zone rules', value: `${timeZones.version}, ${timeZones.host ? 'from this server' : 'built in'}` },
    ...copies.map(({ name, startedAt, timeZones }) => ({
      label: 'Another copy',
      value: `${name}, since ${formatInstant(startedAt)}${timeZones && `, time zone rules ${timeZones}`}`,
    })),
    ...(certificate
      ? [{ label: 'Certificate', value: ends == null ? 'not there yet' : `good until ${formatInstant(ends)}` }]
      : []),
  ]
}

function sharesOf(memory: System['memory']) {
  const shares = [
    { label: 'At most', value: memory.allBytes },
    { label: 'Reports', value: memory.reportBytes },
    { label: 'Tags', value: memory.tagBytes },
    { label: 'Uploads', value: memory.uploadBytes },
    { label: 'Files that arrive', value: memory.formBytes },
    { label: 'Database', value: memory.pageBytes },
    { label: 'Passwords', value: memory.hashingBytes },
  ]
  return shares.map(({ label, value }) => ({ label, value: value === 0 ? 'None' : sizeWords(value) }))
}

function Backups({ backups }: Pick<System, 'backups'>) {
  if (!backups) {
    return (
      <Card title="Backups">
        <Notice kind="error">
          This server takes no backups. Set MERROIR_BACKUP_DIR to a folder on another disk or in a bucket, or take them
          by another program.
        </Notice>
      </Card>
    )
  }
  const { newestAt, newestBytes, kept, keep, encrypted, overdue, unknown, folder } = backups
  const newest = newestAt === null ? 'none yet' : `${formatInstant(newestAt)}, ${sizeWords(newestBytes)}`
  return (
    <Card title="Backups">
      {unknown ? (
        <Notice kind="error">The place of the backups does not answer.</Notice>
      ) : (
        overdue && (
          <Notice kind="error">There is no backup of the last 26 hours. Jobs says why the last one failed.</Notice>
        )
      )}
      <Facts
        facts={[
          { label: 'Newest', value: unknown ? 'not known' : newest },
          { label: 'Kept', value: `${unknown ? 'not known' : exact(kept)}, of at most ${exact(keep)}` },
          { label: 'Encrypted', value: encrypted ? 'Yes' : 'No: whoever can read a backup has all that is in it' },
          { label: 'Folder', value: folder },
        ]}
      />
    </Card>
  )
}

function Mirror({ mirror: { place, newestAt, overdue } }: { mirror: NonNullable<System['mirror']> }) {
  return (
    <Card title="Mirror">
      {overdue && (
        <Notice kind="error">
          The mirror of the database was not written to in the last two minutes. The log of Litestream says why.
        </Notice>
      )}
      <Facts
        facts={[
          {
            label: 'Written to',
            value: newestAt === null ? 'not yet, or it does not answer' : formatInstant(newestAt),
          },
          { label: 'Place', value: place },
        ]}
      />
    </Card>
  )
}

const WATCHED = [
  { kinds: ['mail.recall', 'mail.reset', 'mail.invitation', 'mail.send'], label: 'Email' },
  { kinds: ['ledger.upload'], label: 'Uploads' },
  { kinds: ['report.export'], label: 'Exports' },
]

/** What people wait for; all other work is under Jobs. */
function UnderWay() {
  const kinds = useQuery(jobKindsQuery)
  const facts = WATCHED.map(({ kinds: names, label }) => {
    const rows = kinds.data?.data.filter((row) => names.includes(row.kind)) ?? []
    const sum = (state: 'running' | 'waiting' | 'failed') => rows.reduce((total, row) => total + row[state], 0)
    const parts = [
      sum('running') > 0 && `${exact(sum('running'))} under way`,
      sum('waiting') > 0 && `${exact(sum('waiting'))} waiting`,
      sum('failed') > 0 && counted(sum('failed'), 'failed job', 'failed jobs'),
    ].filter((part) => part !== false)
    return { label, value: parts.join(', ') || 'Nothing waits' }
  })
  return (
    <Card title="Under way">
      {kinds.isPending && <Loading height={100} />}
      {kinds.error && <Failure query={kinds} />}
      {kinds.data && <Facts facts={facts} />}
    </Card>
  )
}
