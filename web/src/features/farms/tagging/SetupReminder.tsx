import { useMutation } from '@tanstack/react-query'
import { errorMessage, resendSetupEmail } from '@/api'
import { Button } from '@/shared/ui/Button'
import { Notice } from '@/shared/ui/Notice'
import classes from '../FarmInfo.module.css'

/** Sends the mail about the setup invoice once more (AFARM-8). */
export function SetupReminder({ farmId }: { farmId: string }) {
  const resend = useMutation({ mutationFn: () => resendSetupEmail(farmId) })
  return (
    <div className={classes.reminder}>
      <Button variant="plain" loading={resend.isPending} onClick={() => resend.mutate()}>
        Resend the set-up email
      </Button>
      {resend.isSuccess && (
        <Notice kind="success" onDismiss={resend.reset}>
          {resend.data.message}
        </Notice>
      )}
      {resend.isError && <Notice kind="error">{errorMessage(resend.error)}</Notice>}
    </div>
  )
}
