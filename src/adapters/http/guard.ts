import type { Context, Middleware } from 'koa'
import type { Credential } from '../../domain/organization/credential.ts'
import type { AdmitCaller } from '../../use-cases/admit-caller.ts'
import { bodyReader } from './body.ts'
import { credentialOf } from './credentials.ts'
import { idempotencyOf } from './idempotency.ts'
import type { Route, RouteRequest } from './route.ts'
import { validated } from './validation.ts'

export interface RequestState {
  requestId: string
  route: string | null
  organizationId: string | null
}

/**
 * Holds requests to their route: credential, media type and size, form, in this order. Use cases check
 * the credential in the statement that does the work; a request that fails before it gets there is
 * told about its credential first, so that nobody without one learns anything else.
 */
export function guard(route: Route, admitCaller: AdmitCaller): Middleware<RequestState, Context> {
  const readBody =
    route.body === undefined
      ? null
      : bodyReader({ limit: route.body.limit, optional: route.body.optional ?? false })

  return async (ctx) => {
    const params = (ctx as unknown as { params?: Record<string, string> }).params ?? {}
    const credential = credentialOf(route.auth, ctx.req.headers.authorization, params)
    const request = await understood(ctx, params, credential)
    const { status, body, headers, organizationId } = await route.handle(request)
    ctx.state.organizationId = organizationId ?? null
    ctx.status = status
    ctx.body = body
    if (headers !== undefined) ctx.set(headers)
  }

  async function understood(
    ctx: Context,
    params: Record<string, string>,
    credential: Credential,
  ): Promise<RouteRequest<unknown, unknown>> {
    try {
      const sent = readBody === null ? undefined : await readBody(ctx)
      return {
        params: route.params === undefined ? params : validated(route.params, params),
        body: route.body === undefined || sent === undefined ? undefined : validated(route.body.schema, sent),
        credential,
        idempotency: route.idempotent ? idempotencyOf(ctx.req.headers['idempotency-key'], sent) : null,
        requestId: ctx.state.requestId as string,
      }
    } catch (error) {
      if (route.auth.kind !== 'none') await admitCaller.execute(credential, route.auth.scope)
      throw error
    }
  }
}
