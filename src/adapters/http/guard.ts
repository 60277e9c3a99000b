import { Readable } from 'node:stream'
import type { Context, Middleware } from 'koa'
import type { Credential } from '../../domain/account/credential.ts'
import type { SignedIn } from '../../domain/account/session.ts'
import { DomainError } from '../../domain/errors.ts'
import type { KeyUsage } from '../../ports/account/key-usage.ts'
import type { Throttle } from '../../ports/account/throttle.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AdmitCaller } from '../../use-cases/account/admit-caller.ts'
import type { Authenticate } from '../../use-cases/account/authenticate.ts'
import { sessionTokenOf } from './account/session-cookie.ts'
import { addressOf } from './request/address.ts'
import { bodyReader, discard, isDear } from './request/body.ts'
import { credentialOf } from './request/credentials.ts'
import { idempotencyOf } from './request/idempotency.ts'
import { assertFromOwnMachine } from './request/own-machine.ts'
import { RecentCallers } from './request/recent-callers.ts'
import { revisionOf } from './request/revision.ts'
import { uploadOf } from './request/upload.ts'
import { validator } from './request/validation.ts'
import type { Auth, Route, RouteRequest } from './route.ts'
import { sendJson } from './send-json.ts'
import type { Traffic } from './traffic.ts'

export interface RequestState {
  requestId: string
  route: string | null
  organizationId: string | null
}

/** What every guarded route needs of the rest of the system. */
export interface GuardOptions {
  readonly admitCaller: AdmitCaller
  readonly authenticate: Authenticate
  readonly throttle: Throttle
  readonly keyUsage: KeyUsage
  readonly clock: Clock
  readonly traffic: Traffic
}

type Understood = RouteRequest<unknown, unknown, unknown>

/**
 * Holds requests to their route: credential, attempts, media type and size, form, in this order. Use
 * cases check an API key in the statement that does the work; a request that fails before it gets
 * there is told about its credential first, so that a caller without a valid one learns nothing else.
 */
export function guard(route: Route, options: GuardOptions): Middleware<RequestState, Context> {
  const { admitCaller, authenticate, throttle, keyUsage, clock, traffic } = options
  const { auth } = route
  const recent = new RecentCallers()
  const readBody =
    route.body === undefined
      ? null
      : bodyReader({ limit: route.body.limit, optional: route.body.optional ?? false })
  const bodyOf = route.body === undefined ? null : validator(route.body.schema)
  const queryOf = route.query === undefined ? null : validator(route.query, { root: '#query', convert: true })
  const paramsOf = route.params === undefined ? null : validator(route.params)

  return route.ownMachineOnly ? onOwnMachine : guarded

  function onOwnMachine(ctx: Context): Promise<void> {
    assertFromOwnMachine(ctx.req.headers)
    return guarded(ctx)
  }

  async function guarded(ctx: Context): Promise<void> {
    const params = (ctx as unknown as { params?: Record<string, string> }).params ?? {}
    const credential = credentialOf(auth, ctx.req.headers.authorization, params)
    const signedIn = auth.kind === 'session' ? await admitPerson(ctx, auth) : notSignedIn
    if (route.throttle !== undefined) await throttle.attempt(route.throttle, 'perAddress', addressOf(ctx.ip))
    if (readBody !== null && isDear(ctx.req)) await admitBeforeReading(credential)
    const request = await understood(ctx, params, credential, signedIn)
    const { status, body, headers, organizationId } = await handled(ctx, request)
    if (organizationId !== undefined) ctx.state.organizationId = organizationId
    if (auth.kind === 'apiKey') keyUsage.note(credential.digest, clock.now())
    if (isDear(ctx.req)) recent.add(credential.digest)
    if (!(body instanceof Readable || Buffer.isBuffer(body))) return sendJson(ctx, { status, body, headers })
    if (headers !== undefined) ctx.set(headers)
    ctx.body = body
    ctx.status = status
  }

  /** A body that is dear to read is read for a sender who is known; for all others the look-up rides along. */
  async function admitBeforeReading(credential: Credential): Promise<void> {
    if (auth.kind !== 'apiKey' && auth.kind !== 'ingestToken') return
    if (!recent.has(credential.digest)) await admitCaller.execute(credential, auth.scope)
  }

  async function admitPerson(ctx: Context, { may, refusal }: Auth & { kind: 'session' }): Promise<SignedIn> {
    const signedIn = await authenticate.execute(sessionTokenOf(ctx.req))
    ctx.state.organizationId = signedIn.user.organizationId
    if (may !== undefined && !may(signedIn))
      throw new DomainError('FORBIDDEN', refusal === undefined ? {} : { message: refusal })
    return signedIn
  }

  async function understood(
    ctx: Context,
    params: Record<string, string>,
    credential: Credential,
    signedIn: SignedIn,
  ): Promise<Understood> {
    try {
      const sent = readBody === null ? undefined : await readBody(ctx)
      return {
        body: sent === undefined ? undefined : bodyOf?.(sent),
        query: queryOf?.({ ...ctx.query }),
        params: paramsOf === null ? params : paramsOf(params),
        credential,
        signedIn,
        stillSignedIn: () => authenticate.execute(sessionTokenOf(ctx.req)),
        idempotency: route.idempotent ? idempotencyOf(ctx.req.headers['idempotency-key'], sent) : null,
        revision: route.conditional ? revisionOf(ctx.req.headers['if-match']) : null,
        requestId: ctx.state.requestId as string,
        address: () => addressOf(ctx.ip),
        upload: () => uploadOf(ctx),
        giveWay: route.upload === undefined ? goOn : traffic.givesWay(),
        gone: () => goneSignal(ctx),
      }
    } catch (error) {
      if (auth.kind === 'apiKey' || auth.kind === 'ingestToken')
        await admitCaller.execute(credential, auth.scope)
      throw error
    }
  }

  async function handled(ctx: Context, request: Understood): ReturnType<Route['handle']> {
    if (route.upload === undefined) return route.handle(request)
    try {
      return await route.handle(request)
    } catch (error) {
      // Cut off in the middle of a file, the sender would see a broken connection and not the answer.
      await discard(ctx.req)
      ctx.set('Connection', 'close')
      throw error
    }
  }
}

const notSignedIn = Object.freeze({}) as SignedIn

/** A request that brings no file is no long work, and most requests are such. */
const goOn = (): Promise<void> => Promise.resolve()

function goneSignal(ctx: Context): AbortSignal {
  const gone = new AbortController()
  ctx.res.once('close', () => gone.abort())
  const { stopping } = ctx.app as { stopping?: AbortSignal }
  return stopping === undefined ? gone.signal : AbortSignal.any([gone.signal, stopping])
}
