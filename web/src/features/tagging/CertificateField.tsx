import type { Farm } from '@/api'
import { SelectField } from '@/shared/ui/FormFields'

interface Props {
  farm: Farm
  value: string
  /** What the tag names if none is chosen. */
  unchosen: string
  hint?: string | undefined
  error: string | undefined
  onChange: (certId: string) => void
}

/** Chooses whose number, address and phone a new tag names; nothing of a farm with one facility. */
export function CertificateField({ farm, value, unchosen, hint, error, onChange }: Props) {
  if (farm.certs.length === 0) return null
  const choices = farm.certs.map(({ certId = '', cert, address1, city }) => ({
    value: certId,
    label: [cert, address1, city].filter(Boolean).join(', '),
  }))
  return (
    <SelectField
      label="Certificate on the tag"
      name="certId"
      hint={hint}
      value={value}
      choices={[{ value: '', label: unchosen }, ...choices]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
    />
  )
}
