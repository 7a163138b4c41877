import type { User } from '@/api'
import { FormSheet } from '@/forms'
import { ProofForm } from './ProofForm'

interface Props {
  user: User
  onAnswer: (proved: boolean) => void
}

/** Asks for the password again, and the code, when the server wants proof that it is the user who is there. */
export default function ProofDialog({ user, onAnswer }: Props) {
  return (
    <FormSheet title="Is it you?" open onClose={() => onAnswer(false)}>
      <ProofForm user={user} onProved={() => onAnswer(true)} onCancel={() => onAnswer(false)} />
    </FormSheet>
  )
}
