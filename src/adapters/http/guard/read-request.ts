import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { idHeadersIn } from '../../../domain/arrival/mapping/delivery-marks.ts'
import { bodyReader } from '../request/body/body.ts'
import { sentRequest } from '../request/body/sent-request.ts'
import { formType, uploadOf } from '../request/body/upload.ts'
import { actorOf, clientOf } from '../request/caller/actor.ts'
import { sessionTokenOf } from '../request/caller/session-cookie.ts'
import { idempotencyOf } from '../request/idempotency.ts'
import { revisionOf } from '../request/revision.ts'
import { validator } from '../request/validation.ts'
import type { Route } from '../route.ts'
import { credentialLookUp } from './admission.ts'
import { type GuardedCall, type GuardOptions, publicScopeOf, type ValidRequest } from './call.ts'
import { admission } from './people.ts'
import { isHeldByRoute, noteRefusalOf, WrongBodyForm } from './refusals.ts'

type Reader = (call: GuardedCall) => Promise<ValidRequest>

/**
 * Returns the function that reads the requests of a route and checks their form: 415, 413, then 400. Before
 * it refuses a request, it checks the credential, so that a caller with an invalid one gets 401. Routes that
 * hold refused requests as arrivals check the credential there.
 */
export function requestReader(route: Route, options: GuardOptions): Reader {
  const read = formReader(route, options)
  if (publicScopeOf(route.auth) === null) return read
  const lookUp = credentialLookUp(route, options)
  return async (call) => {
    try {
      return await read(call)
    } catch (error) {
      if (!isHeldByRoute(route, error)) await lookUp(call)
      throw error
    }
  }
}

/** Returns the function that reads the body, query and parameters of a request, in the forms of its route. */
function formReader(route: Route, options: GuardOptions): Reader {
  const { services, traffic } = options
  const { stillSignedIn, stillAdmitted } = repeatedChecks(route, options)
  const readBody = bodyOf(route)
  const validBody = bodyValidator(route)
  const validQuery =
    route.query === undefined
      ? null
      : validator(route.query, { root: '#query', convert: true, mayBeBroken: true })
  const validParams = route.params === undefined ? null : validator(route.params, { mayBeBroken: true })

  return async (call) => {
    const { ctx, arrivedAt, params, credential, signedIn, caller, key } = call
    const sent = readBody === null ? undefined : await readBody(ctx)
    const keyedContent = route.idempotent === 'byUseCase' ? sent : { sent, query: ctx.query }
    return {
      body: validBody(sent),
      query: validQuery?.({ ...ctx.query }),
      params: validParams === null ? params : validParams(params),
      credential,
      caller,
      signedIn,
      stillSignedIn: () => stillSignedIn(call),
      stillAdmitted: () => stillAdmitted(call),
      realNow: () => arrivedAt,
      idempotency: route.idempotent ? idempotencyOf(ctx.req.headers['idempotency-key'], keyedContent) : null,
      idHeaders: route.salvage === undefined ? null : idHeadersIn(ctx.req.headers),
      revision: route.conditional ? revisionOf(ctx.req.headers['if-match']) : null,
      requestId: ctx.state.requestId as string,
      sent: () => sentRequest(ctx, params, credential),
      by: () => actorOf(ctx, signedIn, key),
      requester: () => ({ organizationId: caller.organizationId, by: actorOf(ctx, signedIn, key) }),
      client: () => clientOf(ctx),
      noteRefusal: (error) => noteRefusalOf(call, error, services.audit),
      upload: () => uploadOf(ctx, route.upload?.contentType ?? formType),
      yieldToOthers: isShort(route) ? doNothing : traffic.yielding(),
      gone: () => goneSignal(call),
      forwarded: ctx.state['forwarded'] === true,
    }
  }
}

/** Returns the functions that check a caller again during a response that takes long. */
function repeatedChecks(
  route: Route,
  options: GuardOptions,
): {
  stillSignedIn: (call: GuardedCall) => Promise<SignedIn>
  stillAdmitted: (call: GuardedCall) => Promise<void>
} {
  const { services, secureCookies } = options
  const { sessions, members, clock } = services
  const admit = admission(route, members)
  const lookUp = credentialLookUp(route, options)
  const stillSignedIn = ({ ctx }: GuardedCall) =>
    clock.outside(async () => admit(await sessions.authenticate(sessionTokenOf(ctx.req, secureCookies))))
  const stillAdmitted = async (call: GuardedCall) => {
    await (call.key === null ? stillSignedIn(call) : lookUp(call))
  }
  return { stillSignedIn, stillAdmitted }
}

function bodyOf({ body, salvage }: Route): ReturnType<typeof bodyReader> | null {
  if (body === undefined) return null
  const { limit, optional = false, alsoPlain = false } = body
  return bodyReader({ limit, optional, alsoPlain, keepsPacked: salvage !== undefined })
}

/**
 * Returns the function that validates the body of a request. If the route can hold refused requests and the
 * body plainly has another form, it throws a `WrongBodyForm` without computing the errors.
 */
function bodyValidator({ body, salvage }: Route): (sent: unknown) => unknown {
  const valid = body === undefined ? null : validator(body.schema)
  return (sent) => {
    if (sent === undefined) return undefined
    if (salvage !== undefined && body?.isPlainlyOther?.(sent) === true)
      throw new WrongBodyForm(() => valid?.(sent))
    return body?.usual?.(sent) ?? valid?.(sent)
  }
}

/** Returns whether all requests of a route are short and need no pauses: it reads no file and no whole table or list. */
function isShort({ upload, takesLong = false, csv }: Route): boolean {
  return upload === undefined && !takesLong && csv === undefined
}

/** The function `yieldToOthers` of requests that are short. */
const doNothing = (): Promise<void> => Promise.resolve()

function goneSignal({ ctx }: GuardedCall): AbortSignal {
  const gone = new AbortController()
  ctx.res.once('close', () => gone.abort())
  const { stopping } = ctx.app as { stopping?: AbortSignal }
  return stopping === undefined ? gone.signal : AbortSignal.any([gone.signal, stopping])
}
