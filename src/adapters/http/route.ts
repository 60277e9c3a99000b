import { Readable } from 'node:stream'
import Joi, { type Schema } from 'joi'
import type { Credential } from '../../domain/account/api-keys/credential.ts'
import type { ManagementScope, PublicScope, Scope } from '../../domain/account/api-keys/scope.ts'
import type { Actor } from '../../domain/account/audit/actor.ts'
import type { Reach } from '../../domain/account/reach.ts'
import type { Requester } from '../../domain/account/requester.ts'
import type { Role } from '../../domain/account/role.ts'
import type { SignedIn, SignInClient } from '../../domain/account/sessions/session.ts'
import type { Throttled } from '../../domain/account/sessions/throttle.ts'
import type { ArrivalBody } from '../../domain/arrival/arrival.ts'
import type { HeaderValues } from '../../domain/arrival/mapping/delivery-marks.ts'
import type { DomainError } from '../../domain/errors.ts'
import type { Idempotency } from '../../domain/idempotency.ts'
import type { ApiErrorCode, EdgeError } from './errors.ts'
import { type CsvOfList, withCsv } from './guard/csv-of-list.ts'
import { organizationErrorsOf } from './guard/organization-of-route.ts'
import type { Upload } from './request/body/upload.ts'
import { documented } from './request/documented.ts'
import { inPages } from './request/whole-list.ts'
import type { Answer, ResponseRule } from './response.ts'

/** The people or clients that may call a route, and the credential that identifies them. */
export type Auth =
  | { readonly kind: 'none' }
  | { readonly kind: 'apiKey'; readonly scope: PublicScope }
  /** The credential of a route whose path contains a secret token. */
  | { readonly kind: 'webhookUrl'; readonly scope: 'ingest' }
  /**
   * The credential of a route for people with this role or a higher one. `isAllowed` can refuse a person who has
   * the role.
   */
  | {
      readonly kind: 'session'
      /**
       * The lowest role that may call the route. Without it, GET needs a viewer and every other method an
       * editor.
       */
      readonly least?: Role
      readonly may?: (signedIn: SignedIn) => boolean
    }

type SessionAuth = Auth & { readonly kind: 'session' }

/**
 * Admits every role. For routes that change only the person's own data or store nothing, because other
 * changes need an editor.
 */
export const everyRole: SessionAuth = { kind: 'session', least: 'viewer' }
/**
 * Admits every role, in sessions that stand for the account of the person. A session that an organization's own sign-in
 * provider vouches for stands for that organization alone.
 */
export const ownAccountOnly: SessionAuth = {
  kind: 'session',
  least: 'viewer',
  may: ({ session }) => session.vouchedBy === 'account',
}
export const editorsOnly: SessionAuth = { kind: 'session', least: 'editor' }
export const adminsOnly: SessionAuth = { kind: 'session', least: 'admin' }
export const ownersOnly: SessionAuth = { kind: 'session', least: 'owner' }

/** Returns the lowest role that may call a route; null if the route needs no session. */
export function minRoleOf({ auth, method }: Pick<Route, 'auth' | 'method'>): Role | null {
  if (auth.kind !== 'session') return null
  return auth.least ?? (method === 'GET' ? 'viewer' : 'editor')
}

/**
 * Returns whether a route for sessions changes the organization. While an organization is to be deleted, its members may
 * call only the other routes and those with `allowsClosed`.
 */
export function changesOrganization(of: Pick<Route, 'auth' | 'method' | 'allowsClosed'>): boolean {
  const { method, allowsClosed } = of
  const least = minRoleOf(of)
  if (method === 'GET' || least === null) return false
  return allowsClosed === undefined ? least !== 'viewer' : !allowsClosed
}

/** The person or the API key that calls a route with a scope. */
export interface RouteCaller extends Reach {
  readonly kind: 'user' | 'apiKey'
  /** The id of the user or of the API key. */
  readonly id: string
  /** The role of the person; null for an API key, whose scopes decide instead. */
  readonly role: Role | null
  /** The scopes of the API key; null for a person, whose role decides instead. */
  readonly scopes: readonly Scope[] | null
  /** The session of the person; null for an API key. */
  readonly sessionId: string | null
}

/**
 * Returns whether an answer may show the caller what the scope lets a key read. Every person may read. A route that
 * changes things with another scope asks before its answer shows cells or other data that the request did not contain.
 */
export function mayRead({ scopes }: Pick<RouteCaller, 'scopes'>, scope: ManagementScope): boolean {
  return scopes === null || scopes.includes(scope)
}

/** A request that has passed the checks of the guard, as the handler of a route receives it. */
export interface RouteRequest<Params, Body, Query> {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly credential: Credential
  /** The person or the API key that sent the request; only on routes for sessions. */
  readonly caller: RouteCaller
  /** The person who is signed in; only on routes for sessions that have no scope. */
  readonly signedIn: SignedIn
  /**
   * Authenticates the signed-in person again, for a response that takes long. Throws if the session has ended
   * meanwhile.
   */
  readonly stillSignedIn: () => Promise<SignedIn>
  /** Throws if the caller may no longer call the route: the session or key has ended, or the role is too low now. */
  readonly stillAdmitted: () => Promise<void>
  readonly idempotency: Idempotency | null
  /**
   * The headers of the request that may contain a delivery id, by which a repeat is recognized; null if there are
   * none, and on routes without `salvage`.
   */
  readonly idHeaders: HeaderValues | null
  /** The revision of the edited thing that the client last read, from If-Match; null if it sends none. */
  readonly revision: number | null
  readonly requestId: string
  /** Returns the request as the client sent it, so that it can be held as an arrival if it is refused. */
  readonly sent: () => SentRequest
  /** Returns the person who sent the request, and their address, as the actor of an audit entry. */
  readonly by: () => Actor
  /** Returns the caller of a route for sessions and its organization, as use cases take them. */
  readonly requester: () => Requester
  /** Returns the real time, also in test mode. */
  readonly realNow: () => Date
  /** Returns the client program that sent the request, such as a browser, with its address. */
  readonly client: () => SignInClient
  /**
   * Records a refused attempt in the audit log, as the guard does for a thrown error. For routes that answer
   * a refusal with a page.
   */
  readonly noteRefusal: (error: unknown) => Promise<void>
  /** Returns the uploaded file; only on routes that take one. */
  readonly upload: () => Promise<Upload>
  /** Lets the requests of others go first. Long work calls this function between its parts. */
  readonly yieldToOthers: () => Promise<void>
  /** Whether another cell has already forwarded the request. A forwarded request is not forwarded again. */
  readonly forwarded: boolean
  /** Returns a signal that aborts if the client disconnects or the service stops. */
  readonly gone: () => AbortSignal
}

/** A refused request as the client sent it, from which an arrival is stored. */
export interface SentRequest {
  readonly method: string
  /** The query of the request as it was written, with its question mark; empty if there is none. */
  readonly search: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly credential: Credential
  readonly requestId: string
  /**
   * Returns the bytes of the request's body; null if they cannot be read, `tooLarge` if they exceed the size
   * that can be held.
   */
  readonly body: () => Promise<ArrivalBody | 'tooLarge' | null>
}

/** The refusal of a request that may be held as an arrival. */
export interface Refusal {
  /** Returns the error with which the request is refused. The first call computes it if `known` is null. */
  readonly error: () => DomainError | EdgeError
  /** The error if it has been computed; null otherwise. */
  readonly known: DomainError | EdgeError | null
}

/**
 * The description of an API route. The router mounts it, the guard checks requests against it, and the
 * OpenAPI document is written from it.
 */
export interface Route<Params = unknown, Body = unknown, Query = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path in OpenAPI notation, such as `/public/jobs/{jobId}`. */
  readonly path: string
  /**
   * The name of the operation, as resource and verb, such as `jobs.pause`. Generated clients name their methods after it,
   * so it stays the same when the path changes.
   */
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tag: string
  readonly auth: Auth
  /**
   * The scope with which an API key may call a route for sessions too; null if every usable key may call it.
   * Absent if the route is for people only.
   */
  readonly scope?: ManagementScope | null
  /**
   * Whether the route itself leaves out what an API key that is limited to projects may not see. For every other
   * route, the guard checks the things that the request names, and refuses a request that names none.
   */
  readonly listsReach?: boolean
  /**
   * Whether the handler returns a short list as a whole, of which the route answers the page that the request names.
   * Absent on lists that are read from the database page by page.
   */
  readonly listsWhole?: boolean
  /**
   * The list as CSV, for requests with the header `Accept: text/csv`. Absent on routes that answer only JSON. The first
   * response of the route is the list: an object with `items` and, if it is read page by page, `nextCursor`.
   */
  readonly csv?: CsvOfList
  /**
   * Whether people who must first set up two-factor sign-in may call the route; absent if they may not. For the
   * set-up itself, and for seeing and ending the session.
   */
  readonly allowsSetUp?: boolean
  /**
   * Whether the route may be called while the organization is to be deleted. Absent on most routes: viewers' routes may
   * be called then, and other routes that change something may not.
   */
  readonly allowsClosed?: boolean
  /** A limit for attempts to call the route, counted by client address. */
  readonly throttle?: Throttled
  /** Answers only requests that come to this machine by a loopback name; all others get a 404. */
  readonly ownMachineOnly?: boolean
  readonly params?: Schema<Params>
  readonly query?: Schema<Query>
  readonly body?: BodyOfRoute<Body>
  /** The file that the route takes. It is read while it arrives and never stored. */
  readonly upload?: UploadOfRoute
  /**
   * Whether the route reads a whole table. Reading a whole table lets the requests of others go first, and
   * the response may take minutes.
   */
  readonly takesLong?: boolean
  /**
   * Whether the response is an export. A session or an API key reads one export at a time, because each works for as
   * long as it is read.
   */
  readonly exports?: boolean
  /**
   * Whether the route takes an Idempotency-Key. If true, which is the default of a POST route for sessions, the guard
   * carries out a request with a key once and replays its answer. `byUseCase` if the use case stores the answer in the
   * statement that does the work, as the routes that are called most do. False for a POST that only reads, that gives the
   * caller another session, or whose repeat changes nothing.
   */
  readonly idempotent?: boolean | 'byUseCase'
  /**
   * Whether the route takes If-Match and refuses the edit of a thing that was changed since the client read
   * it. True by default for PATCH and PUT, whose path has a GET that answers the ETag.
   */
  readonly conditional?: boolean
  readonly responses: Readonly<Record<number, ResponseRule>>
  /**
   * Tries to hold a refused request as an arrival and returns its answer; null leaves the request refused.
   * Must check the credential itself. The function is not called for requests that were refused for their
   * credential.
   */
  readonly salvage?: (sent: SentRequest, refusal: Refusal) => Promise<Answer | null>
  /**
   * The query parameters that are read when a refused request is held as an arrival. They are documented but
   * not validated.
   */
  readonly salvageQuery?: Schema
  /** The error codes that the route itself can return, in addition to those of its credential and body. */
  readonly errors?: readonly ApiErrorCode[]
  handle(request: RouteRequest<Params, Body, Query>): Promise<Answer>
}

export interface BodyOfRoute<Body> {
  readonly schema: Schema<Body>
  readonly limit: number
  readonly optional?: boolean
  /** Whether the route accepts a body of the type `text/plain` as JSON too, because Amazon SNS sends it. */
  readonly alsoPlain?: boolean
  /**
   * Returns a body of the usual form as the schema would return it; null leaves the decision to the schema. Joi
   * took 7 % of the CPU time of an ingest. A property test holds both forms together.
   */
  readonly usual?: (sent: unknown) => Body | null
  /**
   * Returns true if a body cannot match the route's form. A refused request can then be held without Joi,
   * which is slow on large bodies.
   */
  readonly isPlainlyOther?: (sent: unknown) => boolean
  /**
   * Whether the route also takes bodies in other formats for an open data table: any JSON, XML and HTML
   * forms. This flag changes only the OpenAPI document.
   */
  readonly takesAnyForm?: boolean
  readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
}

export interface UploadOfRoute {
  readonly contentType: string
  readonly example: string
  /** The schema of the part "options" of an upload: JSON, which must come before the file. */
  readonly options?: { readonly schema: Schema; readonly example: unknown }
}

/** `Route` for people only. Its handler gets the signed-in person. */
type RouteOfPeople<Params, Body, Query> = Route<Params, Body, Query> & { readonly scope?: never }

/** `Route` that API keys may call too. Its handler gets the caller instead of a signed-in person. */
interface ScopedRoute<Params, Body, Query> extends Omit<Route<Params, Body, Query>, 'handle'> {
  readonly scope: ManagementScope | null
  handle(request: ScopedRequest<Params, Body, Query>): Promise<Answer>
}

type ScopedRequest<Params, Body, Query> = Omit<
  RouteRequest<Params, Body, Query>,
  'signedIn' | 'stillSignedIn' | 'credential'
>

/**
 * Returns a route as a `Route`, so that TypeScript checks its handler against the route's own types
 * of parameters, body and query. Its answers have the fields that their forms document and no others. The routes of
 * the public API make their answers themselves, because they are called most often.
 */
export function route<Params, Body, Query = unknown>(
  value: RouteOfPeople<Params, Body, Query> | ScopedRoute<Params, Body, Query>,
): Route {
  const { method, auth } = value
  const { kind } = auth
  const handle: Route<Params, Body, Query>['handle'] =
    kind === 'apiKey' || kind === 'webhookUrl'
      ? (request) => value.handle(request)
      : async (request) => asDocumented(value.responses, await value.handle(request))
  const { idempotent = method === 'POST' && kind === 'session' } = value
  const { conditional = method === 'PATCH' || method === 'PUT' } = value
  const documentedRoute: Route<Params, Body, Query> = { ...value, idempotent, conditional, handle }
  const whole = withCsv(value.listsWhole ? inPages(documentedRoute) : documentedRoute)
  if (method !== 'POST' || value.body !== undefined || value.upload !== undefined) return whole
  return { ...whole, body: emptyBody }
}

/** Leaves out the fields of an answer that its form does not document. */
function asDocumented(rules: Route['responses'], answer: Answer): Answer {
  const form = rules[answer.status]?.schema
  const { body } = answer
  if (form === undefined || body === undefined || body instanceof Readable || Buffer.isBuffer(body))
    return answer
  return { ...answer, body: documented(form, body) }
}

/**
 * The rule for the body of a POST route that needs none. A body that is sent anyway is validated, so unknown
 * fields are refused.
 */
const emptyBody: BodyOfRoute<object> = {
  schema: Joi.object({}),
  limit: 16 * 1024,
  optional: true,
  examples: { none: { summary: 'An empty body', value: {} } },
}

/** The error codes for an organization that is moving, or has moved, to another cell. */
export const moveErrorCodes = ['ORGANIZATION_MOVING', 'ORGANIZATION_MOVED'] as const

/** The error codes for an organization that is leaving or has left: it is moved, or is to be deleted. */
export const departureErrorCodes = [...moveErrorCodes, 'ORGANIZATION_CLOSED'] as const

/** Returns every error code that a route can answer with. */
export function errorsOf(of: Route): readonly ApiErrorCode[] {
  const { method, auth, body, params, query, upload, idempotent, conditional, throttle, errors = [] } = of
  const { ownMachineOnly } = of
  const codes: ApiErrorCode[] = [...errors]
  if (auth.kind === 'apiKey')
    codes.push('INVALID_API_KEY', 'MISSING_SCOPE', 'RATE_LIMITED', ...departureErrorCodes)
  if (auth.kind === 'none' && of.path.includes('{token}')) codes.push(...moveErrorCodes)
  if (auth.kind === 'webhookUrl') codes.push('INVALID_INGEST_TOKEN', 'RATE_LIMITED', ...departureErrorCodes)
  if (auth.kind === 'session') {
    codes.push('UNAUTHENTICATED', 'SESSION_EXPIRED', 'SESSION_REVOKED', 'SESSION_REPLACED')
    if (auth.may !== undefined || minRoleOf(of) !== 'viewer') codes.push('FORBIDDEN')
    if (!of.allowsSetUp) codes.push('SECOND_FACTOR_REQUIRED')
    if (method !== 'GET') codes.push(...moveErrorCodes)
    if (changesOrganization(of)) codes.push('ORGANIZATION_CLOSED')
    if (of.scope !== undefined) codes.push('RATE_LIMITED', ...departureErrorCodes)
    if (of.scope) codes.push('MISSING_SCOPE')
    if (of.scope !== undefined && !of.listsReach) codes.push('NOT_FOUND')
  }
  codes.push(...organizationErrorsOf(of))
  if (throttle !== undefined || of.exports || of.csv !== undefined) codes.push('RATE_LIMITED')
  if (ownMachineOnly) codes.push('NOT_FOUND')
  if (body !== undefined)
    codes.push('VALIDATION_FAILED', 'MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  if (upload !== undefined) codes.push('VALIDATION_FAILED', 'UNSUPPORTED_MEDIA_TYPE')
  if (params !== undefined || query !== undefined || idempotent) codes.push('VALIDATION_FAILED')
  if (conditional) codes.push('CONFLICT', 'VALIDATION_FAILED')
  if (idempotent) codes.push('IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS')
  if (idempotent === true) codes.push('CONFLICT')
  if (method !== 'GET') codes.push('OUTCOME_UNKNOWN')
  codes.push('OVERLOADED', 'INTERNAL')
  return [...new Set(codes)]
}
