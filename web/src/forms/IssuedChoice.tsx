import type { Issued } from '@/api'
import { Check } from '@/shared/ui/Check'
import classes from './IssuedChoice.module.css'

interface Props {
  /** What the person issued; nothing is asked about nothing. */
  issued: readonly Issued[] | undefined
  /** Whose it is: "you" or a username. */
  by: string
  revoke: boolean
  onRevoke: (revoke: boolean) => void
}

/** Asks whether what was issued with a session that may have been stolen is revoked too, and lists it. */
export function IssuedChoice({ issued, by, revoke, onRevoke }: Props) {
  if (!issued || issued.length === 0) return null
  return (
    <div className={classes.issued}>
      <Check
        type="checkbox"
        shape="line"
        label={`Also revoke what ${by} issued`}
        checked={revoke}
        onChange={(event) => onRevoke(event.target.checked)}
      />
      <ul>
        {issued.map((one) => (
          <li key={one._id}>{inWords(one)}</li>
        ))}
      </ul>
    </div>
  )
}

function inWords({ kind, name, farmName }: Issued): string {
  const where = farmName ? ` (${farmName})` : ''
  return kind === 'key' ? `API key ${name}${where}` : `Invitation of ${name}${where}`
}
