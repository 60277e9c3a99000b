/** The kinds of errors, independent of HTTP and the database. Adapters translate kinds, never codes. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'limit_reached'
  | 'forbidden'
  | 'throttled'
  | 'not_found'
  | 'conflict'
  | 'mismatch'
  | 'overloaded'
  | 'elsewhere'

interface CatalogueEntry {
  readonly kind: ErrorKind
  /** The message used when no exact message is known. A message that clients match on never changes. */
  readonly message: string
  /** One sentence that says what the caller can do about the error. */
  readonly remedy: string
}

const catalogue = {
  INVALID_API_KEY: {
    kind: 'unauthenticated',
    message: 'Invalid API key',
    remedy:
      'Send "Authorization: Bearer svc_…" with a key of this organization that is neither expired nor revoked, on a plan that includes API keys.',
  },
  INVALID_INGEST_TOKEN: {
    kind: 'unauthenticated',
    message: 'Invalid ingest token',
    remedy: "Copy the table's current webhook URL; a rotated token stops working at once.",
  },
  INVALID_SIGNATURE: {
    kind: 'unauthenticated',
    message: 'The delivery is not signed as the data table asks',
    remedy:
      'Give the sender the secret that the table has, or the table that of the sender, and check the preset and both clocks.',
  },
  UNAUTHENTICATED: {
    kind: 'unauthenticated',
    message: 'You are not signed in',
    remedy:
      'Sign in and send "Authorization: Bearer …" with the token of the session; an API key is no session.',
  },
  SESSION_EXPIRED: {
    kind: 'unauthenticated',
    message: 'The session has expired',
    remedy: 'Sign in again.',
  },
  SESSION_REVOKED: {
    kind: 'unauthenticated',
    message: 'The session was ended, by signing out or by a new password',
    remedy: 'Sign in again.',
  },
  SESSION_REPLACED: {
    kind: 'unauthenticated',
    message: 'The session was replaced by a sign-in elsewhere',
    remedy: 'Sign in again; if it was not you who signed in elsewhere, reset the password.',
  },
  INVALID_CREDENTIALS: {
    kind: 'unauthenticated',
    message: 'E-mail and password do not match an account',
    remedy: 'Check both, or reset the password.',
  },
  FORBIDDEN: {
    kind: 'forbidden',
    message: 'You may not do this',
    remedy: 'Ask an owner of the organization, or the operator of this service.',
  },
  RATE_LIMITED: {
    kind: 'throttled',
    message: 'Too many requests',
    remedy: 'Wait for as many seconds as "Retry-After" says.',
  },
  MISSING_SCOPE: {
    kind: 'forbidden',
    message: 'Missing scope',
    remedy: 'Use a key that has the scope named in "requiredScope".',
  },
  SPINNER_NOT_FOUND: {
    kind: 'not_found',
    message: 'Published spinner not found',
    remedy: 'Publish the spinner, and take its id from the organization that the key belongs to.',
  },
  NOT_FOUND: {
    kind: 'not_found',
    message: 'Not found',
    remedy: 'Check the id; it must belong to the organization that the credential belongs to.',
  },
  VALIDATION_FAILED: {
    kind: 'invalid',
    message: 'The request is not of the documented form',
    remedy: 'Each entry of "errors" points at one fault.',
  },
  TABLE_HAS_NO_SCHEMA: {
    kind: 'conflict',
    message: 'The data table has no columns yet',
    remedy: 'Add its columns first, or import a CSV, whose header row becomes the columns.',
  },
  CONFLICT: {
    kind: 'conflict',
    message: 'The request conflicts with the present state',
    remedy: 'Read the resource again and decide anew.',
  },
  SCHEMA_MISMATCH: {
    kind: 'mismatch',
    message: "Record columns differ from the table's columns",
    remedy:
      'Send exactly the columns in "expected"; "errors" names the offending records and suggests spellings.',
  },
  TOO_MANY_RECIPIENTS: {
    kind: 'conflict',
    message: 'The job would have more recipients than it may',
    remedy: 'Look at "recipients": raise `maxRecipients`, or name fewer.',
  },
  AUDIENCE_INVALID: {
    kind: 'mismatch',
    message: 'The audience names what the data table does not have',
    remedy:
      'Name metadata columns of the published version in `where`, and all match columns of the table in `match`.',
  },
  TRIGGER_DATA_MISMATCH: {
    kind: 'mismatch',
    message: 'The data of the trigger is not what the spinner declares',
    remedy:
      'Send in `data` what `triggerData` of the published version declares; each entry of "errors" points at one fault.',
  },
  SPINNER_INVALID: {
    kind: 'mismatch',
    message: 'The pipeline cannot run as it is',
    remedy: 'Each entry of "errors" names a step and what is wrong with it.',
  },
  REHEARSAL_EXPIRED: {
    kind: 'conflict',
    message: 'There is no such rehearsal any more; nothing was started',
    remedy: 'Rehearse again: a trigger may name the rehearsal for ten minutes.',
  },
  REHEARSAL_USED: {
    kind: 'conflict',
    message: 'This rehearsal has started a job already; nothing more was started',
    remedy: 'Look at the job that `jobId` names. Rehearse again to start another one.',
  },
  AUDIENCE_CHANGED: {
    kind: 'conflict',
    message: 'The audience is not the one that was rehearsed',
    remedy: 'Rehearse again and look at what is new, or trigger without `rehearsal`.',
  },
  VERSION_CHANGED: {
    kind: 'conflict',
    message: 'Another version is published than was rehearsed',
    remedy: 'Rehearse the version that is published now, or trigger without `rehearsal`.',
  },
  CLOCK_ADVANCING: {
    kind: 'conflict',
    message: 'The test clock is advancing; nothing was changed. Try again when the advance has ended.',
    remedy: 'Read `GET /test-clock` until `state` is `idle`, then send the request again.',
  },
  TEST_MODE_NEEDED: {
    kind: 'conflict',
    message: 'This works in test mode only. Enter test mode first.',
    remedy: 'Enter test mode by `POST /test-mode/enter`, then send the request again.',
  },
  TEST_MODE_REFUSED: {
    kind: 'conflict',
    message: 'This works in your real organization only. Leave test mode first.',
    remedy: 'Leave test mode by `POST /test-mode/leave`, then send the request again.',
  },
  PLAN_LIMIT: {
    kind: 'limit_reached',
    message: 'The plan does not allow this',
    remedy: 'Wait until "resetsAt", send less than what is left, or move to a larger plan.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    kind: 'mismatch',
    message: 'This Idempotency-Key was used with a different payload',
    remedy: 'Use a new key for every new request; repeat a key only with the identical request.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    kind: 'conflict',
    message: 'A request with this Idempotency-Key is still being worked on',
    remedy: 'Repeat it after "Retry-After" seconds to get the first answer.',
  },
  OVERLOADED: {
    kind: 'overloaded',
    message: 'The service cannot take this request right now; nothing was written',
    remedy: 'Send the request again after "Retry-After" seconds.',
  },
  ORGANIZATION_MOVING: {
    kind: 'overloaded',
    message: 'The organization is being moved to another cell; nothing was written',
    remedy: 'Send the request again after "Retry-After" seconds, with the same credential.',
  },
  ORGANIZATION_MOVED: {
    kind: 'elsewhere',
    message: 'The organization is in another cell; nothing was written',
    remedy:
      'Send the request to the cell that "cell" names, with the same credential. Where a proxy is in front, its operator lets it know.',
  },
  OUTCOME_UNKNOWN: {
    kind: 'overloaded',
    message:
      'The database went away while the request was being committed; it may or may not have been written',
    remedy:
      'A part of it may be stored. Send it again with the same Idempotency-Key; without one, look before repeating.',
  },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof catalogue
export const errorCatalogue: Readonly<Record<ErrorCode, CatalogueEntry>> = catalogue

/** One fault of several in a request. It points at the place and never contains the value. */
export interface ErrorItem {
  readonly pointer: string
  readonly code: string
  readonly message?: string
  readonly column?: string
  readonly suggestion?: string
}

export const mostErrorItems = 50

export interface ErrorDetails {
  readonly message?: string
  readonly errors?: readonly ErrorItem[]
  readonly [field: string]: unknown
}

export class DomainError extends Error {
  readonly code: ErrorCode
  readonly kind: ErrorKind
  readonly details: ErrorDetails
  /** The organization that the error happened to, for the log. */
  organizationId: string | null = null

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? catalogue[code].message)
    this.name = 'DomainError'
    this.code = code
    this.kind = catalogue[code].kind
    this.details = details
  }

  for(organizationId: string): this {
    this.organizationId = organizationId
    return this
  }
}
