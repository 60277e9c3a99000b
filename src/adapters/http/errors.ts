import {
  type ErrorCode as DomainCode,
  DomainError,
  type ErrorDetails,
  type ErrorKind,
  errorCatalogue,
} from '../../domain/errors.ts'

/** The HTTP status of each kind of domain error. Nothing else in the code maps a kind to a status. */
const statusOfKind: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  limit_reached: 402,
  forbidden: 403,
  throttled: 429,
  not_found: 404,
  conflict: 409,
  mismatch: 422,
  overloaded: 503,
  elsewhere: 421,
}

/** Errors of requests that fail before they reach a use case, with their status and texts. */
const edgeCatalogue = {
  MALFORMED_JSON: {
    status: 400,
    message: 'The body is not valid JSON, or holds a value that cannot be stored exactly',
    remedy:
      'Send JSON in UTF-8, nested at most 32 levels deep, without NUL characters or lone surrogates. Send numbers with more digits than a double holds as strings.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'Method not allowed',
    remedy: 'Use a method from the "Allow" header of the response.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: 'The body is too large',
    remedy: 'Split the data into several requests.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'The type or encoding of the body is not accepted by this route',
    remedy: 'Send "Content-Type: application/json" (UTF-8), uncompressed or with gzip, deflate or br.',
  },
  INTERNAL: {
    status: 500,
    message: 'Something went wrong on our side',
    remedy:
      'Try again later. If it happens again, give the requestId to the operator of this service, who can find the cause in the log.',
  },
} as const satisfies Record<string, { status: number; message: string; remedy: string }>

type EdgeCode = keyof typeof edgeCatalogue
export type ApiErrorCode = DomainCode | EdgeCode

export function isEdgeCode(code: ApiErrorCode): code is EdgeCode {
  return code in edgeCatalogue
}

export interface ErrorEntry {
  readonly code: ApiErrorCode
  readonly status: number
  readonly title: string
  readonly message: string
  readonly remedy: string
}

/** All errors that a client can get, sorted by status. */
export const errorEntries: readonly ErrorEntry[] = [
  ...Object.entries(errorCatalogue).map(([code, { kind, ...entry }]) => ({
    ...entry,
    code,
    status: statusOfKind[kind],
  })),
  ...Object.entries(edgeCatalogue).map(([code, entry]) => ({ ...entry, code })),
]
  .map((entry) => ({ ...entry, code: entry.code as ApiErrorCode, title: titleOf(entry.code) }))
  .toSorted((a, b) => a.status - b.status)

const entryByCode = new Map(errorEntries.map((entry) => [entry.code, entry]))

export function entryOf(code: ApiErrorCode): ErrorEntry {
  const entry = entryByCode.get(code)
  if (entry === undefined) throw new Error(`No error is called ${code}`)
  return entry
}

/**
 * `EdgeError` is thrown for a request that fails before it reaches a use case, such as one with a malformed
 * body.
 */
export class EdgeError extends Error {
  readonly code: EdgeCode
  readonly details: ErrorDetails
  readonly headers: Readonly<Record<string, string>>

  constructor(code: EdgeCode, details: ErrorDetails = {}, headers: Readonly<Record<string, string>> = {}) {
    super(details.message ?? edgeCatalogue[code].message)
    this.name = 'EdgeError'
    this.code = code
    this.details = details
    this.headers = headers
  }
}

export interface Problem {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * Returns the problem details that every error response has. Errors that are not meant for clients become
 * INTERNAL.
 */
export function problemOf(error: unknown, requestId: string): Problem {
  const known = error instanceof DomainError || error instanceof EdgeError ? error : new EdgeError('INTERNAL')
  const { code, status, title } = entryOf(known.code)
  const headers: Record<string, string> = {
    'Content-Type': 'application/problem+json',
    ...headersOf(code, known.details),
    ...(known instanceof EdgeError ? known.headers : {}),
  }
  return {
    status,
    headers,
    body: {
      ok: false,
      code,
      message: known.message,
      type: `/docs/errors#${slugOf(code)}`,
      title,
      status,
      requestId,
      ...known.details,
    },
  }
}

function headersOf(code: ApiErrorCode, { retryAfter, cell }: ErrorDetails): Readonly<Record<string, string>> {
  switch (code) {
    case 'RATE_LIMITED':
      return { 'Retry-After': String(Number(retryAfter ?? 1)) }
    case 'INVALID_API_KEY':
    case 'UNAUTHENTICATED':
    case 'SESSION_EXPIRED':
    case 'SESSION_REVOKED':
    case 'SESSION_REPLACED':
      return { 'WWW-Authenticate': 'Bearer' }
    case 'OVERLOADED':
    case 'ORGANIZATION_MOVING':
      return { 'Retry-After': String(Number(retryAfter ?? 1)) }
    // The header of a refusal for an organization that moved. A proxy reads it and repeats the request at the
    // named cell.
    case 'ORGANIZATION_MOVED':
      return { 'X-Spindle-Cell': String(cell) }
    case 'IDEMPOTENCY_IN_PROGRESS':
    case 'OUTCOME_UNKNOWN':
      return { 'Retry-After': '1' }
    case 'PAYLOAD_TOO_LARGE':
      return { Connection: 'close' }
    default:
      return {}
  }
}

export function slugOf(code: string): string {
  return code.toLowerCase().replaceAll('_', '-')
}

function titleOf(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return (
    (words[0] ?? '').toUpperCase() + words.slice(1).replace(/\b(api|json)\b/g, (word) => word.toUpperCase())
  )
}
