import { SpokenError } from '@/shared/lib/spoken'
import type { Failure } from './schema'

/** Any part of the server's answer may be missing if a proxy answered in its place. */
type FailureBody = Partial<Omit<Failure, 'validation'>> & { validation?: Partial<Failure['validation']> }

/** A failed call. `message` is a sentence for a person; `fieldErrors` are the texts to show beside inputs. */
export class ApiError extends SpokenError {
  override readonly final: boolean
  readonly status: number
  readonly fieldErrors: Record<string, string>
  /** A reason on which the app acts; usually empty. */
  readonly code: string

  constructor(status: number, message: string, fieldErrors: Record<string, string> = {}, code = '') {
    super(message)
    this.name = 'ApiError'
    this.status = status
    // Of what was asked itself; too many calls, one that came too late or a session that has ended pass.
    this.final = status >= 400 && status < 500 && !PASSING.includes(status)
    this.fieldErrors = fieldErrors
    this.code = code
  }

  /** True when the same call may well succeed a moment later. */
  get passing(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504
  }
}

/** What was asked for is not there, or not for whoever asks. */
export const isMissing = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 404

/** Refused now, and perhaps not in a moment. */
const PASSING = [401, 408, 409, 412, 425, 429]

const BECAUSE = 'because ['

/**
 * The help text inside a validation message: what follows the last 'because [',
 * without the closing brackets. Null if the message has another form.
 */
export function helpText(message: string): string | null {
  const at = message.lastIndexOf(BECAUSE)
  if (at < 0) return null
  return message.slice(at + BECAUSE.length).replace(/\]+$/, '')
}

/** The texts by input: the server's own list, or else the last key with the message's help text. */
export function fieldErrors(body: FailureBody): Record<string, string> {
  const { keys = [], fields } = body.validation ?? {}
  if (fields && Object.keys(fields).length > 0) return fields
  const flagged = keys.at(-1)
  if (!flagged) return {}
  return { [flagged]: helpText(body.message ?? '') ?? body.message ?? body.error ?? 'Please check this value.' }
}

const BY_STATUS: Record<number, string> = {
  0: 'The server could not be reached. Check the connection and try again.',
  404: 'There is nothing here.',
  413: 'That is too large to send.',
  429: 'Too many attempts. Wait a minute, then try again.',
  502: 'The server is not ready. Try again in a moment.',
  503: 'The server is busy or starting. Try again in a moment.',
  504: 'The server took too long to answer. Try again in a moment.',
}

/** Turns an answer that is not a success into an error. For a body that is not JSON (a proxy's page) we use words of our own. */
export async function apiError(response: Response): Promise<ApiError> {
  let body: FailureBody = {}
  try {
    body = (await response.json()) as FailureBody
  } catch {
    // Whatever this is, our server did not write it; the status has to do.
  }
  const fallback = BY_STATUS[response.status] ?? 'Something went wrong on the server. Try again.'
  const errors = fieldErrors(body)
  const help = Object.values(errors)[0] && helpText(body.message ?? '')
  return new ApiError(response.status, help || body.message || body.error || fallback, errors, body.code)
}

export function networkError(): ApiError {
  return new ApiError(
    0,
    navigator.onLine ? (BY_STATUS[0] ?? '') : 'You are offline. Try again once you have a connection.',
  )
}
