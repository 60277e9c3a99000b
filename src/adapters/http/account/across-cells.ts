import { DomainError } from '../../../domain/errors.ts'
import type { Answer } from '../response.ts'
import type { Route, RouteRequest } from '../route.ts'
import type { Services } from '../services.ts'
import { relayed } from './relayed-reply.ts'

type Handle = (request: RouteRequest<unknown, unknown, unknown>) => Promise<Answer>
type Words = Readonly<Record<string, string | undefined>>

/**
 * Wraps routes that a proxy cannot route to the right cell, because their requests name no organization:
 * sign-ins, password resets and tokens in bodies. A request that this cell cannot answer is answered by
 * another cell that can.
 */
export function acrossCells(routes: readonly Route[], services: Services): Route[] {
  const others: Readonly<Record<string, (own: Handle) => Handle>> = {
    '/auth/sign-in': (own) => (request) => own(request).catch((error) => signedInElsewhere(request, error)),
    '/auth/sign-in/second-factor': (own) => ofToken('/auth/sign-in/second-factor', 'token', own),
    '/auth/email/confirm': (own) => ofToken('/auth/email/confirm', 'token', own),
    '/auth/password-reset': (own) => async (request) => {
      const answer = await own(request)
      // The response to a password reset does not wait for the other cells. An address that no cell has
      // therefore takes as long as a known one.
      void requestedElsewhere(request).catch(() => {})
      return answer
    },
    '/auth/password-reset/confirm': (own) => ofToken('/auth/password-reset/confirm', 'token', own),
    '/auth/invitations/view': (own) => ofToken('/auth/invitations/view', 'invitation', own),
    '/auth/sign-up': (own) => ofToken('/auth/sign-up', 'invitation', own),
    '/auth/oidc/begin': (own) => {
      const handleByInvitation = ofToken('/auth/oidc/begin', 'invitation', own)
      return (request) => handleByInvitation(request).catch((error) => begunElsewhere(request, error))
    },
  }
  return routes.map((route) => {
    const elsewhere = others[route.path]
    return elsewhere === undefined || route.method !== 'POST'
      ? route
      : { ...route, handle: elsewhere(route.handle) }
  })

  async function signedInElsewhere(
    { body, client, forwarded, requestId }: RouteRequest<unknown, unknown, unknown>,
    error: unknown,
  ): Promise<Answer> {
    const isRefused = error instanceof DomainError && error.code === 'INVALID_CREDENTIALS'
    if (forwarded || !isRefused) throw error
    const { email = '', password = '', organizationId } = body as Words
    const wanted = organizationId === undefined ? {} : { organizationId }
    const reply = await services.signInElsewhere.execute({ email, password, ...wanted, client: client() })
    if (reply === null) throw error
    return relayed(reply, requestId, services)
  }

  /** Begins a sign-in in the cell where an organization has proven the domain of the address. */
  async function begunElsewhere(
    { body, by, forwarded, requestId }: RouteRequest<unknown, unknown, unknown>,
    error: unknown,
  ): Promise<Answer> {
    const { email } = body as Words
    const isUnknown = error instanceof DomainError && error.code === 'NOT_FOUND'
    if (forwarded || email === undefined || !isUnknown) throw error
    const sent = { path: '/auth/oidc/begin', body: { email }, address: by().ipAddress ?? '' }
    const reply = await services.directory.askAll(sent)
    if (reply === null) throw error
    return relayed(reply, requestId, services)
  }

  async function requestedElsewhere({
    body,
    by,
    forwarded,
  }: RouteRequest<unknown, unknown, unknown>): Promise<void> {
    if (forwarded) return
    const { email = '' } = body as Words
    const address = by().ipAddress ?? ''
    const cell = await services.directory.cellOf(email, address)
    if (cell !== null)
      await services.directory.ask(cell, { path: '/auth/password-reset', body: { email }, address })
  }

  function ofToken(path: string, name: string, own: Handle): Handle {
    return async (request) => {
      const said = request.body as Words
      const [, cell = ''] = /^[a-z]{3}_([a-z0-9]{1,8})_/.exec(said[name] ?? '') ?? []
      if (request.forwarded || !services.directory.has(cell)) return own(request)
      const client = request.client()
      const sent = { path, body: said, address: client.ipAddress ?? '', client }
      return relayed(await services.directory.ask(cell, sent), request.requestId, services)
    }
  }
}
