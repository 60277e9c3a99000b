import Joi from 'joi'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import { type ProviderKind, providerKinds } from '../../../domain/sender/connect-state.ts'
import type { Texts } from '../../../domain/text/texts.ts'
import { ConnectRefused } from '../../../ports/sender/mail-providers.ts'
import { StateRefused } from '../../../use-cases/sender/finish-connect.ts'
import { digestOf } from '../../security/secret.ts'
import { apiPrefix } from '../api-prefix.ts'
import { actorOfPerson } from '../request/caller/actor.ts'
import type { Answer } from '../response.ts'
import { type Route, type RouteRequest, route } from '../route.ts'
import type { Services } from '../services.ts'
import { pageTextsFor } from '../text/page-texts.ts'
import { connectedPage, faultPage, forwardPage } from './connect-page.ts'

/**
 * The query parameter of an OAuth callback that a page of this service has repeated. The session cookie comes
 * only with the repeated request.
 */
const again = 'again'
const maxSearchLength = 8_192

type CallbackRequest = RouteRequest<{ provider: string }, undefined, unknown>

/**
 * Returns the route that providers redirect people to. People see the response in a browser, so every result
 * is a page.
 */
export function channelRoutes({ finishConnect, offers, organizationStore }: Services): Route[] {
  return [
    route<{ provider: string }, undefined>({
      method: 'GET',
      path: '/channels/{provider}/callback',
      operationId: 'senders.finishConnect',
      summary: 'Return from a provider',
      description:
        'The redirect URI for connecting mailboxes, to register with the provider. Accepts the response of the provider once, within ten minutes, in the session that started the connection. Returns an HTML page. Errors are HTML pages too, with the status of the error, because a browser opens this route.',
      tag: 'Senders',
      auth: { kind: 'none' },
      params: Joi.object({
        provider: Joi.string()
          .required()
          .description('The provider of the mailbox: `google` or `microsoft`.'),
      }),
      salvageQuery: Joi.object({
        state: Joi.string().description(
          'The `state` value that the service sent to the provider at the start. Any other value is refused.',
        ),
        code: Joi.string().description(
          'The authorization code that the service exchanges for access to the mailbox.',
        ),
        error: Joi.string().description('The OAuth error code; the provider sends it instead of `code`.'),
      }),
      responses: Object.fromEntries(
        [200, 400, 401, 403, 404, 409, 410, 500, 502, 503].map((status) => [
          status,
          {
            description: 'An HTML page that shows the result of the connection.',
            contentType: 'text/html',
            example: '<!doctype html>…',
          },
        ]),
      ),
      handle: (request) => answered(request),
    }),
  ]

  async function answered(request: CallbackRequest): Promise<Answer> {
    const kind = providerKinds.find((providerKind) => providerKind === request.params.provider)
    const { search, headers } = request.sent()
    const signedIn = await request.stillSignedIn().catch(asNobody)
    const organization = signedIn && (await organizationStore.find(signedIn.user.organizationId))
    const texts = pageTextsFor(headers, '', organization?.language)
    if (kind === undefined || !offers.kinds.includes(kind)) return faultPage(texts, 'notOffered')
    if (search.length > maxSearchLength) return faultPage(texts, 'unknown')
    const query = new URLSearchParams(search)
    const isAgain = query.has(again)
    query.delete(again)
    if (signedIn !== null) return connected(kind, query, signedIn, request, texts)
    if (isAgain) return faultPage(texts, 'notSignedIn')
    query.set(again, '1')
    return forwardPage(texts, `${apiPrefix}/channels/${kind}/callback?${query.toString()}`)
  }

  async function connected(
    kind: ProviderKind,
    query: URLSearchParams,
    signedIn: SignedIn,
    { by }: CallbackRequest,
    texts: Texts,
  ): Promise<Answer> {
    const [state = '', ...others] = query.getAll('state')
    const digest = others.length === 0 ? digestOf('cst', state) : null
    const search = `?${query.toString()}`
    try {
      const actor = actorOfPerson(by(), signedIn)
      const command = { kind, state, digest, search, signedIn, by: actor }
      const connection = await finishConnect.execute(command)
      return { ...connectedPage(texts, kind, connection), organizationId: signedIn.user.organizationId }
    } catch (error) {
      if (error instanceof StateRefused) return faultPage(texts, error.fault)
      if (error instanceof ConnectRefused) return faultPage(texts, error.fault, error.serverResponse)
      if (error instanceof DomainError && error.kind === 'conflict') return faultPage(texts, 'full')
      if (error instanceof DomainError && error.kind === 'overloaded') return faultPage(texts, 'away')
      throw error
    }
  }
}

/**
 * Catches the error of a session that has ended and returns null. Throws all other errors again, because an
 * unreachable database says nothing about the session.
 */
function asNobody(error: unknown): null {
  if (error instanceof DomainError && error.kind === 'unauthenticated') return null
  throw error
}
