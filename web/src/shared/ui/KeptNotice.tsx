import { Notice } from './Notice'

/** Above a form that has back what was typed before a session ran out. */
export function KeptNotice() {
  return <Notice kind="info">Your session had ended. What you had typed is here again, and is not saved yet.</Notice>
}
