import { Readable } from 'node:stream'
import type { Context, Middleware } from 'koa'
import type { Credential } from '../../domain/account/api-keys/credential.ts'
import type { Scope } from '../../domain/account/api-keys/scope.ts'
import { type SignedIn, seated, type TestMembership } from '../../domain/account/sessions/session.ts'
import { namesDelivery } from '../../domain/arrival/mapping/delivery-marks.ts'
import { refusalOf } from '../../domain/cell/departure.ts'
import { DomainError } from '../../domain/errors.ts'
import type { CredentialUsage } from '../../ports/account/credential-usage.ts'
import type { Throttle } from '../../ports/account/throttle.ts'
import type { Departures } from '../../ports/cell/departures.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ClockScope } from '../../ports/clock-scope.ts'
import type { TestClocks } from '../../ports/test-mode/test-clocks.ts'
import type { NoteRefusal } from '../../use-cases/account/audit/note-refusal.ts'
import type { Authenticate } from '../../use-cases/account/sessions/authenticate.ts'
import type { AdmitRole } from '../../use-cases/account/team/admit-role.ts'
import { digest, digestOf } from '../security/secret.ts'
import { runRequest } from '../system/request-writes.ts'
import { sessionTokenOf } from './account/sessions/session-cookie.ts'
import { EdgeError } from './errors.ts'
import { bodyReader, discard, requiresCallerCheck } from './request/body/body.ts'
import { sentRequest } from './request/body/sent-request.ts'
import { formType, uploadOf } from './request/body/upload.ts'
import { actorOf, clientOf } from './request/caller/actor.ts'
import { addressOf } from './request/caller/address.ts'
import type { Callers } from './request/caller/callers.ts'
import { credentialOf } from './request/caller/credentials.ts'
import { assertFromOwnMachine } from './request/caller/own-machine.ts'
import { idempotencyOf } from './request/idempotency.ts'
import { revisionOf } from './request/revision.ts'
import { validator } from './request/validation.ts'
import { type Auth, errorsOf, leastRoleOf, type Route, type RouteRequest } from './route.ts'
import { plainHeaders, sendJson } from './send-json.ts'
import type { TestTime } from './test-mode/test-time.ts'
import type { Traffic } from './traffic.ts'

export interface RequestState {
  requestId: string
  route: string | null
  organizationId: string | null
}

/** The services of the application that the guard of a route uses. */
export interface GuardOptions {
  readonly authenticate: Authenticate
  readonly admitRole: AdmitRole
  readonly throttle: Throttle
  readonly noteRefusal: NoteRefusal
  readonly keyUsage: CredentialUsage
  readonly clock: Clock
  readonly departures: Departures
  readonly traffic: Traffic
  readonly callers: Callers
  readonly testClocks: TestClocks
  readonly clockScope: ClockScope
  readonly testTime: TestTime
}

type Understood = RouteRequest<unknown, unknown, unknown>

type Params = Readonly<Record<string, string>>

/**
 * Checks a request against its route: credential, attempts, media type and size, form, in this order. Use
 * cases check an API key in the statement that does the work. If a request fails before that statement, its
 * credential is checked first, so that a caller with an invalid one learns nothing else.
 */
export function guard(route: Route, options: GuardOptions): Middleware<RequestState, Context> {
  const { authenticate, admitRole, throttle, noteRefusal, keyUsage, clock, traffic, callers } = options
  const { testClocks, clockScope, testTime } = options
  const { auth } = route
  const leastRole = leastRoleOf(route)
  const mayHaveMoved = errorsOf(route).includes('ORGANIZATION_MOVED')
  const changes = route.method !== 'GET'
  const publicScope = auth.kind === 'apiKey' || auth.kind === 'ingestToken' ? auth.scope : null
  const readBody =
    route.body === undefined
      ? null
      : bodyReader({
          limit: route.body.limit,
          optional: route.body.optional ?? false,
          alsoPlain: route.body.alsoPlain ?? false,
          keepsPacked: route.salvage !== undefined,
        })
  const bodyOf = route.body === undefined ? null : validator(route.body.schema)
  const queryOf =
    route.query === undefined
      ? null
      : validator(route.query, { root: '#query', convert: true, mayBeBroken: true })
  const paramsOf = route.params === undefined ? null : validator(route.params, { mayBeBroken: true })

  return route.ownMachineOnly ? onOwnMachine : guarded

  function onOwnMachine(ctx: Context): Promise<void> {
    assertFromOwnMachine(ctx.req.headers)
    return guarded(ctx)
  }

  async function guarded(ctx: Context): Promise<void> {
    const params = (ctx as unknown as { params?: Record<string, string> }).params ?? {}
    const credential = credentialOf(auth, ctx.req.headers.authorization, params)
    const signedIn = auth.kind === 'session' ? await admitPerson(ctx, auth) : notSignedIn
    const seat = signedIn.test ?? null
    if (seat === null || route.testMode === 'real') return admitted(ctx, params, credential, signedIn)
    await testTime.run(seat, changes, () => admitted(ctx, params, credential, signedIn))
  }

  /**
   * Returns the test organization of a credential, with the time on its test clock; null for a real
   * organization. Refuses an unknown credential, which therefore costs one read and no flush.
   */
  async function testOf(
    { digest: of, kind }: Credential,
    { token = '' }: Params,
  ): Promise<TestMembership | null> {
    if (auth.kind === 'none') {
      const ofEvents = digestOf('evt', token)
      return ofEvents === null ? null : ((await testClocks.ofCredential(ofEvents))?.clock ?? null)
    }
    const owner = await testClocks.ofCredential(of)
    if (owner === null) throw new DomainError(kind === 'apiKey' ? 'INVALID_API_KEY' : 'INVALID_INGEST_TOKEN')
    return owner.clock
  }

  async function admitted(
    ctx: Context,
    params: Params,
    credential: Credential,
    signedIn: SignedIn,
  ): Promise<void> {
    if (mayHaveMoved)
      return answered(ctx, params, credential, signedIn).catch((error) =>
        refusedAgain(error, credential, params),
      )
    if (route.throttle === undefined) return answered(ctx, params, credential, signedIn)
    try {
      await throttle.attempt(route.throttle, 'perAddress', addressOf(ctx.ip))
      await answered(ctx, params, credential, signedIn)
    } catch (error) {
      const { organizationId } = ctx.state
      await noteRefusal.execute({ error, organizationId, by: actorOf(ctx, signedIn) })
      throw error
    }
  }

  /**
   * Throws the refusal that names the other cell if a credential unknown in this cell belongs to an
   * organization that moved there. Otherwise throws the original error.
   */
  async function refusedAgain(
    error: unknown,
    credential: Credential,
    { token = '' }: Params,
  ): Promise<never> {
    const isUnknown =
      error instanceof DomainError && (error.kind === 'unauthenticated' || error.kind === 'not_found')
    if (!isUnknown || (error.kind === 'not_found' && auth.kind !== 'none')) throw error
    const departure = await options.departures.ofCredential(credential.digest || digest(token))
    throw departure === null ? error : refusalOf(departure)
  }

  async function answered(
    ctx: Context,
    params: Params,
    credential: Credential,
    signedIn: SignedIn,
  ): Promise<void> {
    if (auth.kind === 'session') return handledInTime(ctx, params, credential, signedIn)
    const seat =
      publicScope === null && params['token'] === undefined ? null : await testOf(credential, params)
    return testTime.run(seat, changes, () => handledInTime(ctx, params, credential, signedIn))
  }

  async function handledInTime(
    ctx: Context,
    params: Params,
    credential: Credential,
    signedIn: SignedIn,
  ): Promise<void> {
    if (publicScope !== null) await admitToPublic(ctx, credential, publicScope)
    const work = () => worked(ctx, params, credential, signedIn)
    const { status, body, headers, organizationId } = await (changes ? runRequest(work) : work())
    if (organizationId !== undefined) ctx.state.organizationId = organizationId
    if (auth.kind === 'apiKey') keyUsage.noteKey(credential.digest, clock.now())
    if (!(body instanceof Readable || Buffer.isBuffer(body))) return sendJson(ctx, { status, body, headers })
    if (Buffer.isBuffer(body)) ctx.set(plainHeaders(ctx.state.requestId as string))
    if (headers !== undefined) ctx.set(headers)
    ctx.body = body
    ctx.status = status
  }

  function worked(
    ctx: Context,
    params: Params,
    credential: Credential,
    signedIn: SignedIn,
  ): ReturnType<Route['handle']> {
    const answer = understood(ctx, params, credential, signedIn).then((request) => handled(ctx, request))
    if (route.salvage === undefined) return answer
    const { salvage } = route
    return answer.catch(async (thrown: unknown) => {
      if (!(thrown instanceof WrongBodyForm || isWorthSalvaging(thrown))) throw thrown
      const refusal = () => (thrown instanceof WrongBodyForm ? thrown.refusal() : thrown)
      const salvaged = await salvage(sentRequest(ctx, params, credential), refusal)
      // Notes that the credential of a salvaged request is valid, because salvaging refuses an invalid one.
      callers.noteGood(credential, 'ingest')
      if (salvaged === null) throw refusal()
      return salvaged
    })
  }

  /**
   * Validates the body of a request. If the route salvages bodies and this one plainly has another form,
   * throws a `WrongBodyForm` without computing the faults.
   */
  function taken(sent: unknown): unknown {
    if (sent === undefined) return undefined
    if (route.salvage !== undefined && route.body?.isPlainlyOther?.(sent) === true)
      throw new WrongBodyForm(() => bodyOf?.(sent))
    return bodyOf?.(sent)
  }

  /**
   * Applies the rate limits of a sender. An expensive body is read only if the credential is known to be
   * valid; for cheap bodies, the statement that does the work checks the credential.
   */
  async function admitToPublic(ctx: Context, credential: Credential, scope: Scope): Promise<void> {
    const quota = callers.take(credential, scope)
    if (quota !== null) {
      ctx.res.setHeader('RateLimit-Limit', quota.limit)
      ctx.res.setHeader('RateLimit-Remaining', quota.remaining)
      ctx.res.setHeader('RateLimit-Reset', quota.secondsToFull)
      if (quota.retryAfter !== null) throw tooFast(quota.retryAfter)
    }
    if (readBody !== null && requiresCallerCheck(ctx.req) && !callers.has(credential, scope))
      await callers.admit(credential, scope)
  }

  async function admitPerson(ctx: Context, { may }: Auth & { kind: 'session' }): Promise<SignedIn> {
    const person = await authenticate.execute(sessionTokenOf(ctx.req))
    ctx.state.organizationId = person.user.organizationId
    // Checks the user's role before the switch to test mode, because roles are those of the real
    // organization.
    if (leastRole !== null) await admitRole.execute(person, leastRole)
    if (may !== undefined && !may(person)) throw new DomainError('FORBIDDEN')
    const signedIn = inTestMode(person)
    ctx.state.organizationId = signedIn.user.organizationId
    return signedIn
  }

  /** Switches a signed-in person to their test organization if the route allows it. */
  function inTestMode(person: SignedIn): SignedIn {
    const { test = null } = person
    if (route.testMode === 'only' && test === null) throw new DomainError('TEST_MODE_NEEDED')
    if (route.testMode === 'refused' && test !== null) throw new DomainError('TEST_MODE_REFUSED')
    return route.testMode === 'real' ? person : seated(person)
  }

  async function understood(
    ctx: Context,
    params: Params,
    credential: Credential,
    signedIn: SignedIn,
  ): Promise<Understood> {
    const arrivedAt = clockScope.outside(() => clock.now())
    try {
      const sent = readBody === null ? undefined : await readBody(ctx)
      return {
        body: taken(sent),
        query: queryOf?.({ ...ctx.query }),
        params: paramsOf === null ? params : paramsOf(params),
        credential,
        signedIn,
        stillSignedIn: () =>
          clockScope.outside(async () => inTestMode(await authenticate.execute(sessionTokenOf(ctx.req)))),
        realNow: () => arrivedAt,
        idempotency: route.idempotent ? idempotencyOf(ctx.req.headers['idempotency-key'], sent) : null,
        namesDelivery: route.salvage !== undefined && namesDelivery(ctx.req.headers),
        revision: route.conditional ? revisionOf(ctx.req.headers['if-match']) : null,
        requestId: ctx.state.requestId as string,
        sent: () => sentRequest(ctx, params, credential),
        by: () => actorOf(ctx, signedIn),
        client: () => clientOf(ctx),
        noteRefusal: (error) =>
          noteRefusal.execute({
            error,
            organizationId: ctx.state.organizationId,
            by: actorOf(ctx, signedIn),
          }),
        upload: () => uploadOf(ctx, route.upload?.contentType ?? formType),
        giveWay: route.upload === undefined && !route.takesLong ? goOn : traffic.givesWay(),
        gone: () => goneSignal(ctx),
        forwarded: ctx.state['forwarded'] === true,
      }
    } catch (error) {
      // Checks the credential of a refused request, unless the request is salvaged. Salvaging checks the
      // credential itself.
      const isSalvaged =
        route.salvage !== undefined && (error instanceof WrongBodyForm || isWorthSalvaging(error))
      if (publicScope !== null && !isSalvaged) await callers.admit(credential, publicScope)
      throw error
    }
  }

  async function handledForSender(request: Understood, scope: Scope): ReturnType<Route['handle']> {
    try {
      const answer = await route.handle(request)
      callers.noteGood(request.credential, scope)
      return answer
    } catch (error) {
      // Counts a refused request against the rate limit too, because it costs as much as an accepted one.
      if (!isAboutCredential(error)) callers.noteGood(request.credential, scope)
      throw error
    }
  }

  async function handled(ctx: Context, request: Understood): ReturnType<Route['handle']> {
    if (publicScope !== null) return handledForSender(request, publicScope)
    // Raises the socket's silence limit for a route that takes long. The limit of the server applies again
    // after the response.
    if (route.takesLong) ctx.req.socket.setTimeout(longestWorkMs)
    if (route.upload === undefined) return route.handle(request)
    try {
      return await route.handle(request)
    } catch (error) {
      // Reads the rest of a refused upload before the response. A client that is cut off within a file sees a
      // broken connection instead of the response.
      await discard(ctx.req)
      ctx.set('Connection', 'close')
      throw error
    }
  }
}

/**
 * `WrongBodyForm` is thrown for a body of another form than the route takes. The validation errors that a
 * strict table returns are only computed if they are returned, because this takes 20 µs.
 */
class WrongBodyForm {
  readonly #validate: () => unknown
  #refusal: DomainError | EdgeError | null = null

  constructor(validate: () => unknown) {
    this.#validate = validate
  }

  refusal(): DomainError | EdgeError {
    if (this.#refusal !== null) return this.#refusal
    try {
      this.#validate()
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof EdgeError)) throw error
      this.#refusal = error
      return error
    }
    throw new Error('A body that is plainly of another form is refused')
  }
}

/**
 * Returns whether a refused request may be held as an arrival. Requests that can be repeated unchanged, or
 * that the credential does not permit, are not held.
 */
function isWorthSalvaging(error: unknown): error is DomainError | EdgeError {
  if (error instanceof EdgeError) return error.code !== 'INTERNAL'
  return (
    error instanceof DomainError &&
    // INVALID_SIGNATURE is found after the credential was accepted, so an unsigned delivery can be held.
    (!isAboutCredential(error) || error.code === 'INVALID_SIGNATURE') &&
    error.kind !== 'overloaded' &&
    error.kind !== 'throttled' &&
    error.code !== 'IDEMPOTENCY_IN_PROGRESS'
  )
}

function isAboutCredential(error: unknown): boolean {
  return error instanceof DomainError && (error.kind === 'unauthenticated' || error.kind === 'forbidden')
}

function tooFast(retryAfter: number): DomainError {
  const message = `Too many requests from this client; try again in ${retryAfter} s`
  return new DomainError('RATE_LIMITED', { message, retryAfter })
}

const notSignedIn = Object.freeze({}) as SignedIn

/**
 * The silence limit in milliseconds of a socket on a route that takes long. A search through ten million
 * records takes about this long.
 */
const longestWorkMs = 15 * 60_000

/** The `giveWay` of requests without an upload. It does nothing, because such requests are short. */
const goOn = (): Promise<void> => Promise.resolve()

function goneSignal(ctx: Context): AbortSignal {
  const gone = new AbortController()
  ctx.res.once('close', () => gone.abort())
  const { stopping } = ctx.app as { stopping?: AbortSignal }
  return stopping === undefined ? gone.signal : AbortSignal.any([gone.signal, stopping])
}
