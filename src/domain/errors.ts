/**
 * The kinds of errors, independent of HTTP and the database. The HTTP layer chooses the status by the kind of
 * an error, never by its code.
 */
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
  /**
   * The default message of an error with this code, used when the error is thrown without a message of its own.
   * If clients match on the message, it must not change.
   */
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
    remedy:
      'Copy the present webhook URL of the table. An earlier URL works only until the end of its grace period.',
  },
  INVALID_SIGNATURE: {
    kind: 'unauthenticated',
    message: 'The delivery has no valid signature, and the data table requires one',
    remedy:
      'Use the same signature secret in the source of the deliveries and in the data table. Check that the preset of the table matches the source and that both clocks are right.',
  },
  UNAUTHENTICATED: {
    kind: 'unauthenticated',
    message: 'You are not signed in',
    remedy:
      'Sign in and send "Authorization: Bearer …" with the token of the session. An API key is accepted only on routes that have a scope, if the key is valid and has a scope for such routes.',
  },
  SESSION_EXPIRED: {
    kind: 'unauthenticated',
    message: 'The session has expired',
    remedy: 'Sign in again.',
  },
  SESSION_REVOKED: {
    kind: 'unauthenticated',
    message: 'The session was ended by signing out or by a new password',
    remedy: 'Sign in again.',
  },
  SESSION_REPLACED: {
    kind: 'unauthenticated',
    message: 'The session was replaced by a sign-in on another device',
    remedy: 'Sign in again. If you did not sign in on another device, reset your password.',
  },
  INVALID_CREDENTIALS: {
    kind: 'unauthenticated',
    message: 'The e-mail address and password do not match an account',
    remedy: 'Check the address and the password, or reset the password.',
  },
  FORBIDDEN: {
    kind: 'forbidden',
    message: 'You do not have permission to do this',
    remedy: 'Ask an owner of the organization, or the operator of this service.',
  },
  SECOND_FACTOR_REQUIRED: {
    kind: 'forbidden',
    message: 'Your organization requires two-factor sign-in, and you have not set it up',
    remedy:
      'Sign in to the console, which leads you through the set-up, or use `POST /profile/second-factor`. Scripts that work for the organization should use an API key.',
  },
  SIGN_IN_PROVIDER_REQUIRED: {
    kind: 'forbidden',
    message: 'The members of this organization must sign in through the sign-in provider of the organization',
    remedy:
      'Choose "Sign in with your organization" on the sign-in page. An owner can also sign in with a password or a passkey if two-factor sign-in is on. Scripts should use an API key.',
  },
  RATE_LIMITED: {
    kind: 'throttled',
    message: 'Too many requests',
    remedy: 'Wait for the number of seconds in "Retry-After", then send the request again.',
  },
  MISSING_SCOPE: {
    kind: 'forbidden',
    message: 'Missing scope',
    remedy: 'Use a key that has the scope named in "requiredScope".',
  },
  SPINNER_NOT_FOUND: {
    kind: 'not_found',
    message: 'Published spinner not found',
    remedy: 'Publish the spinner, and check its id. The spinner must be in the organization of the API key.',
  },
  NOT_FOUND: {
    kind: 'not_found',
    message: 'Not found',
    remedy: 'Check the id. It must belong to the organization of the API key or session.',
  },
  VALIDATION_FAILED: {
    kind: 'invalid',
    message: 'The request is not valid',
    remedy:
      'Correct each fault in "errors": "pointer" is its place in the request, "message" the rule that is broken.',
  },
  TABLE_HAS_NO_SCHEMA: {
    kind: 'conflict',
    message:
      'The data table has no columns yet; add columns (POST /data-tables/{dataTableId}/columns) or import a CSV file, then send the records again',
    remedy: 'Add columns to the table, or import a CSV file. Its header row becomes the columns.',
  },
  CONFLICT: {
    kind: 'conflict',
    message: 'The request conflicts with the current state of the resource',
    remedy: 'Read the resource again, then decide whether to repeat the request.',
  },
  SCHEMA_MISMATCH: {
    kind: 'mismatch',
    message: "Record columns differ from the table's columns",
    remedy:
      'Send exactly the columns in "expected"; "errors" names the offending records and suggests spellings.',
  },
  TOO_MANY_RECIPIENTS: {
    kind: 'conflict',
    message: 'The job would have more recipients than maxRecipients allows; nothing was started',
    remedy: 'Compare "recipients" with "maxRecipients". Raise `maxRecipients`, or trigger for fewer records.',
  },
  AUDIENCE_INVALID: {
    kind: 'mismatch',
    message: 'The audience names columns that the data table does not have or that the spinner may not read',
    remedy:
      'Name metadata columns of the published version in `where`, and all match columns of the table in `match`.',
  },
  TRIGGER_DATA_MISMATCH: {
    kind: 'mismatch',
    message: 'The data of the trigger does not match the triggerData of the spinner',
    remedy:
      'Send in `data` the fields that `triggerData` of the published version declares. Each entry of "errors" names one fault.',
  },
  SPINNER_INVALID: {
    kind: 'mismatch',
    message: 'The spinner has errors and cannot run',
    remedy: 'Correct each step in "errors": "pointer" names the step, "message" the fault.',
  },
  REHEARSAL_EXPIRED: {
    kind: 'conflict',
    message: 'The rehearsal does not exist or has expired; nothing was started',
    remedy: 'Rehearse again, and trigger within ten minutes after the rehearsal.',
  },
  REHEARSAL_USED: {
    kind: 'conflict',
    message: 'This rehearsal has already started a job; no other job was started',
    remedy: 'See the job in `jobId`. To start another job, rehearse again.',
  },
  AUDIENCE_CHANGED: {
    kind: 'conflict',
    message: 'The audience, the data or a segment differs from the rehearsal; nothing was started',
    remedy: 'Rehearse again and check the new result, or trigger without `rehearsal`.',
  },
  VERSION_CHANGED: {
    kind: 'conflict',
    message: 'The published version is not the rehearsed version; nothing was started',
    remedy: 'Rehearse the published version, or trigger without `rehearsal`.',
  },
  CLOCK_ADVANCING: {
    kind: 'conflict',
    message: 'The test clock is advancing; nothing was changed. Try again when it has stopped.',
    remedy: 'Read `GET /test-clock` until `status` is `idle`, then send the request again.',
  },
  TEST_MODE_REQUIRED: {
    kind: 'conflict',
    message: 'This works only in test mode. Enter test mode first.',
    remedy: 'Enter test mode by `POST /test-mode/enter`, then send the request again.',
  },
  TEST_MODE_REFUSED: {
    kind: 'conflict',
    message: 'This works only in your real organization. Leave test mode first.',
    remedy: 'Leave test mode by `POST /test-mode/leave`, then send the request again.',
  },
  PLAN_LIMIT: {
    kind: 'limit_reached',
    message: 'The request exceeds a limit of the plan; nothing was done',
    remedy:
      'Send at most "limit" minus "used", wait until "resetsAt" if it is given, or ask the operator for a larger plan.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    kind: 'mismatch',
    message: 'This Idempotency-Key was used with a different payload',
    remedy: 'Use a new key for every new request. Repeat a key only with the identical request.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    kind: 'conflict',
    message: 'A request with this Idempotency-Key is still being processed',
    remedy: 'Repeat the request after "Retry-After" seconds to get the response of the first request.',
  },
  OVERLOADED: {
    kind: 'overloaded',
    message: 'The service cannot take this request right now; nothing was written',
    remedy: 'Send the request again after "Retry-After" seconds.',
  },
  ORGANIZATION_MOVING: {
    kind: 'overloaded',
    message: 'The organization is being moved to another deployment (cell); nothing was written',
    remedy: 'Send the request again after "Retry-After" seconds, with the same credential.',
  },
  ORGANIZATION_MOVED: {
    kind: 'elsewhere',
    message: 'The organization has moved to another deployment (cell); nothing was written',
    remedy:
      'Send the request with the same credential to the cell in "cell", at "url" if it is given. If a proxy is in front of the cells, ask its operator to update its map.',
  },
  ORGANIZATION_CLOSED: {
    kind: 'forbidden',
    message: 'The organization is to be deleted, so it can only be read and exported',
    remedy:
      'An owner of the organization can undo the deletion until the time in "deletesAt". Credentials then work again.',
  },
  OUTCOME_UNKNOWN: {
    kind: 'overloaded',
    message:
      'The connection to the database was lost while the request was being committed; it may or may not have been written',
    remedy:
      'Send the request again with the same Idempotency-Key. Without a key, check first whether the data or a part of it was stored.',
  },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof catalogue
export const errorCatalogue: Readonly<Record<ErrorCode, CatalogueEntry>> = catalogue

/**
 * One fault of several in a request. It points at the faulty place in the request and never contains the
 * value.
 */
export interface ErrorItem {
  readonly pointer: string
  readonly code: string
  readonly message?: string
  readonly column?: string
  readonly suggestion?: string
}

export const maxErrorItems = 50

export interface ErrorDetails {
  readonly message?: string
  readonly errors?: readonly ErrorItem[]
  readonly [field: string]: unknown
}

export class DomainError extends Error {
  readonly code: ErrorCode
  readonly kind: ErrorKind
  readonly details: ErrorDetails
  /** The organization in whose request or job the error occurred, for the log; null if it is not known. */
  organizationId: string | null = null

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? catalogue[code].message)
    this.name = 'DomainError'
    this.code = code
    this.kind = catalogue[code].kind
    this.details = details
  }

  /**
   * Returns an error without a stack trace, for refusals that a client can cause with every request. Recording the
   * trace took 5 % of the CPU time of a refused ingest.
   */
  static withoutTrace(code: ErrorCode, details: ErrorDetails = {}): DomainError {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    try {
      return new DomainError(code, details)
    } finally {
      Error.stackTraceLimit = stackTraceLimit
    }
  }

  for(organizationId: string): this {
    this.organizationId = organizationId
    return this
  }
}
