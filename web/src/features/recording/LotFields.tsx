import { useQuery } from '@tanstack/react-query'
import { farmFiltersQuery, limits } from '@/api'
import { Suggested } from '@/shared/ui/Suggested'

export interface Labels {
  sizeLabel: string
  meshSize: string
  nickname: string
}

interface Props {
  farmId: string
  value: Labels
  onChange: (part: Partial<Labels>) => void
  /** Sets the inputs of several lots apart. */
  prefix?: string
}

/** Size, equipment and fill profile: what turns a group of animals into a lot. */
export function LotFields({ farmId, value, onChange, prefix = '' }: Props) {
  const { data: known } = useQuery(farmFiltersQuery(farmId))
  const input = (name: keyof Labels, label: string) => (
    <Suggested
      label={label}
      name={`${prefix}${name}`}
      value={value[name]}
      known={known?.[name] ?? []}
      maxLength={limits.recordingRules.text}
      onChange={(text) => onChange({ [name]: text })}
    />
  )
  return (
    <>
      {input('sizeLabel', 'Size label')}
      {input('meshSize', 'Equipment')}
      {input('nickname', 'Fill profile')}
    </>
  )
}
