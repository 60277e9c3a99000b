import type { Readable } from 'node:stream'
import Joi, { type Schema } from 'joi'
import type { Credential } from '../../domain/account/api-keys/credential.ts'
import type { Scope } from '../../domain/account/api-keys/scope.ts'
import type { Actor } from '../../domain/account/audit/actor.ts'
import type { Role } from '../../domain/account/role.ts'
import type { SignedIn, SignInClient } from '../../domain/account/sessions/session.ts'
import type { Throttled } from '../../domain/account/sessions/throttle.ts'
import type { ArrivalBody } from '../../domain/arrival/arrival.ts'
import type { DomainError } from '../../domain/errors.ts'
import type { Idempotency } from '../../domain/idempotency.ts'
import type { EdgeError, ErrorCode } from './errors.ts'
import type { Upload } from './request/body/upload.ts'

/** Who may call a route, and by what credential it knows them. */
export type Auth =
  | { readonly kind: 'none' }
  | { readonly kind: 'apiKey'; readonly scope: Scope }
  /** The token in the path is the credential. */
  | { readonly kind: 'ingestToken'; readonly scope: 'ingest' }
  /** A person of this role or more; `may` refuses those who have it and may still not do this. */
  | {
      readonly kind: 'session'
      /** Where it is not told: to read takes a viewer, to change something an editor. */
      readonly least?: Role
      readonly may?: (signedIn: SignedIn) => boolean
    }

/**
 * The place of a session in test mode, where it is not simply its test organization. `only`: the route is for test mode
 * alone. `real`: the route is about the person and their real organization, at the real time. `refused`: the route
 * changes the real organization and may not be called by accident, or it would connect to somebody outside.
 */
type TestModeRule = 'only' | 'real' | 'refused'

type SessionAuth = Auth & { readonly kind: 'session' }

/** Everybody in the organization, also where something is changed: their own, or nothing that stays. */
export const everybody: SessionAuth = { kind: 'session', least: 'viewer' }
export const editorsOnly: SessionAuth = { kind: 'session', least: 'editor' }
export const adminsOnly: SessionAuth = { kind: 'session', least: 'admin' }
export const ownersOnly: SessionAuth = { kind: 'session', least: 'owner' }

/** What role a route takes; null where it asks for nobody. */
export function leastRoleOf({ auth, method }: Pick<Route, 'auth' | 'method'>): Role | null {
  if (auth.kind !== 'session') return null
  return auth.least ?? (method === 'GET' ? 'viewer' : 'editor')
}

/** A request that has passed the guard. */
export interface RouteRequest<Params, Body, Query> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly credential: Credential
  /** On session routes. */
  readonly signedIn: SignedIn
  /** The same person again, for an answer that takes long; refuses when the session has ended meanwhile. */
  readonly stillSignedIn: () => Promise<SignedIn>
  readonly idempotency: Idempotency | null
  /** Whether a header names the delivery, on routes that salvage. */
  readonly namesDelivery: boolean
  /** The revision that the sender has before them, from If-Match. */
  readonly revision: number | null
  readonly requestId: string
  /** The request as it came. */
  readonly sent: () => SentRequest
  /** Who sends it, and from where. */
  readonly by: () => Actor
  /** Returns the real time, also in test mode. */
  readonly realNow: () => Date
  /** What they send it with. */
  readonly client: () => SignInClient
  /** On routes that answer a refusal with a page: notes what was tried, as for one that is thrown. */
  readonly noteRefusal: (error: unknown) => Promise<void>
  /** On routes that take a file. */
  readonly upload: () => Promise<Upload>
  /** Between the parts of long work: lets the requests of others go first. */
  readonly giveWay: () => Promise<void>
  /** Whether another cell sends it on, which has looked in all cells already. */
  readonly forwarded: boolean
  /** Ends when the client has gone, or the service stops. */
  readonly gone: () => AbortSignal
}

export interface Answer {
  readonly status: number
  readonly body?: object | Readable | Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** Whom it was done for; goes into the log and nowhere else. */
  readonly organizationId?: string | null
}

export interface ResponseRule {
  readonly description: string
  /** None for an answer without a body, and for one that is not JSON. */
  readonly schema?: Schema
  readonly example?: unknown
  /** Where it is not JSON. */
  readonly contentType?: string
  /** Examples of other types that it may have, which its sender asks for. */
  readonly alsoAs?: Readonly<Record<string, string>>
}

/** A request that a route could not take, as it came. */
export interface SentRequest {
  readonly method: string
  /** The query as it was written, with its question mark; empty without one. */
  readonly search: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly credential: Credential
  readonly requestId: string
  /** Null where it cannot be read; too large where it is larger than what anybody keeps. */
  readonly body: () => Promise<ArrivalBody | 'tooLarge' | null>
}

/**
 * A route as a value: the router mounts it, the guard holds requests to it, and the OpenAPI document
 * is written from it.
 */
export interface Route<Params = unknown, Body = unknown, Query = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** As in OpenAPI: `/public/jobs/{jobId}`. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly tag: string
  readonly auth: Auth
  /** The place of a session in test mode; absent for its test organization, at the time on the test clock. */
  readonly testMode?: TestModeRule
  /** Attempts are counted by the address that they come from. */
  readonly throttle?: Throttled
  /** Answers only requests that come to this machine by a loopback name; all others get a 404. */
  readonly ownMachineOnly?: boolean
  readonly params?: Schema<Params>
  readonly query?: Schema<Query>
  readonly body?: BodyOfRoute<Body>
  /** Takes a file, which is read as it arrives and never kept. */
  readonly upload?: UploadOfRoute
  /** Goes through a whole table, giving way to the requests of others; whoever asks hears nothing for minutes. */
  readonly takesLong?: boolean
  readonly idempotent?: boolean
  /** Takes If-Match: an edit of something that was changed meanwhile is refused. */
  readonly conditional?: boolean
  readonly responses: Readonly<Record<number, ResponseRule>>
  /**
   * Has another look at a request that cannot be taken, whatever was wrong with it but its credential, which nobody has
   * looked at yet. Null leaves it refused as it was.
   */
  readonly salvage?: (sent: SentRequest, refusal: () => DomainError | EdgeError) => Promise<Answer | null>
  /** What salvaging reads of the query: documented, and held to nothing. */
  readonly salvageQuery?: Schema
  /** Those that the route itself can give, beside the ones that its auth and body bring along. */
  readonly errors: readonly ErrorCode[]
  handle(request: RouteRequest<Params, Body, Query>): Promise<Answer>
}

interface BodyOfRoute<Body> {
  readonly schema: Schema<Body>
  readonly limit: number
  readonly optional?: boolean
  /** JSON that its sender calls plain text, as Amazon SNS does. */
  readonly alsoPlain?: boolean
  /** Of what is salvaged: whether a body need not be held to the schema to know that it is not of it. */
  readonly isPlainlyOther?: (sent: unknown) => boolean
  /** Whether a table with open intake also takes bodies of any other form: JSON, XML and HTML forms. */
  readonly takesAnyForm?: boolean
  readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
}

export interface UploadOfRoute {
  readonly contentType: string
  readonly example: string
  /** Of a form, its part "options": JSON, which stands before the file. */
  readonly options?: { readonly schema: Schema; readonly example: unknown }
}

/** Checks a route against its own types, then lets it stand in a list with others. */
export function route<Params, Body, Query = unknown>(value: Route<Params, Body, Query>): Route {
  if (value.method !== 'POST' || value.body !== undefined || value.upload !== undefined) return value
  return { ...value, body: emptyBody }
}

/** Where nothing is needed, what is sent is still held to the contract: unknown fields are refused. */
const emptyBody: BodyOfRoute<object> = {
  schema: Joi.object({}),
  limit: 16 * 1024,
  optional: true,
  examples: { none: { summary: 'An empty body', value: {} } },
}

/** Of an organization that goes to another cell, or went. */
export const moves = ['ORGANIZATION_MOVING', 'ORGANIZATION_MOVED'] as const

/** Every code that a route can answer with. */
export function errorsOf(of: Route): readonly ErrorCode[] {
  const { method, auth, body, params, query, upload, idempotent, conditional, throttle, errors } = of
  const { ownMachineOnly, testMode } = of
  const codes: ErrorCode[] = [...errors]
  if (auth.kind === 'apiKey') codes.push('INVALID_API_KEY', 'MISSING_SCOPE', 'RATE_LIMITED', ...moves)
  if (auth.kind === 'ingestToken') codes.push('INVALID_INGEST_TOKEN', 'RATE_LIMITED', ...moves)
  if (auth.kind === 'session') {
    codes.push('UNAUTHENTICATED', 'SESSION_EXPIRED', 'SESSION_REVOKED', 'SESSION_REPLACED')
    if (auth.may !== undefined || leastRoleOf(of) !== 'viewer') codes.push('FORBIDDEN')
  }
  if (testMode === 'only') codes.push('TEST_MODE_NEEDED')
  if (testMode === 'refused') codes.push('TEST_MODE_REFUSED')
  if (throttle !== undefined) codes.push('RATE_LIMITED')
  if (ownMachineOnly) codes.push('NOT_FOUND')
  if (body !== undefined)
    codes.push('VALIDATION_FAILED', 'MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  if (upload !== undefined) codes.push('VALIDATION_FAILED', 'UNSUPPORTED_MEDIA_TYPE')
  if (params !== undefined || query !== undefined || idempotent) codes.push('VALIDATION_FAILED')
  if (conditional) codes.push('CONFLICT', 'VALIDATION_FAILED')
  if (idempotent) codes.push('IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS')
  if (method !== 'GET') codes.push('OUTCOME_UNKNOWN')
  codes.push('OVERLOADED', 'INTERNAL')
  return [...new Set(codes)]
}
