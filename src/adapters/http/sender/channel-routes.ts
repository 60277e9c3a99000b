import Joi from 'joi'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import { type ProviderKind, providerKinds } from '../../../domain/sender/connect-state.ts'
import { ConnectRefused } from '../../../ports/sender/mail-providers.ts'
import type { SenderOffers } from '../../../ports/sender/sender-offers.ts'
import { type FinishConnect, StateRefused } from '../../../use-cases/sender/finish-connect.ts'
import { digestOf } from '../../security/secret.ts'
import { apiPrefix } from '../api-prefix.ts'
import { actorOfPerson } from '../request/caller/actor.ts'
import { type Answer, type Route, type RouteRequest, route } from '../route.ts'
import { connectedPage, faultPage, onwardsPage } from './connect-page.ts'

export interface ChannelOptions {
  readonly finishConnect: FinishConnect
  readonly offers: SenderOffers
}

/** The query parameter that marks a request from the page of this service. */
const again = 'again'
const longestSearch = 8_192

type CallbackRequest = RouteRequest<{ provider: string }, undefined, unknown>

/**
 * Returns the route that providers redirect people to. People see the response in a browser, so every result
 * is a page.
 */
export function channelRoutes({ finishConnect, offers }: ChannelOptions): Route[] {
  return [
    route<{ provider: string }, undefined>({
      method: 'GET',
      path: '/channels/{provider}/callback',
      testMode: 'refused',
      summary: 'Come back from a provider',
      description:
        'Registered with the provider as the redirect URI. Takes its answer once, within ten minutes, in the session in which the mailbox was asked for, and answers with a page. A browser comes here, so errors are HTML pages too, with the status of the error, and not the flat JSON body of all other routes.',
      tag: 'Senders',
      auth: { kind: 'none' },
      params: Joi.object({ provider: Joi.string().required().description('`google` or `microsoft`.') }),
      salvageQuery: Joi.object({
        state: Joi.string().description('As it was sent to the provider.'),
        code: Joi.string().description('What the grant is had for.'),
        error: Joi.string().description('Why there is none.'),
      }),
      responses: Object.fromEntries(
        [200, 400, 401, 403, 404, 409, 410, 500, 502, 503].map((status) => [
          status,
          {
            description: 'A page that says what came of it.',
            contentType: 'text/html',
            example: '<!doctype html>…',
          },
        ]),
      ),
      errors: [],
      handle: (request) => answered(request),
    }),
  ]

  async function answered(request: CallbackRequest): Promise<Answer> {
    const kind = providerKinds.find((one) => one === request.params.provider)
    if (kind === undefined || !offers.kinds.includes(kind)) return faultPage('notOffered')
    const { search } = request.sent()
    if (search.length > longestSearch) return faultPage('unknown')
    const query = new URLSearchParams(search)
    const isAgain = query.has(again)
    query.delete(again)
    const signedIn = await request.stillSignedIn().catch(asNobody)
    if (signedIn !== null) return connected(kind, query, signedIn, request)
    if (isAgain) return faultPage('notSignedIn')
    query.set(again, '1')
    return onwardsPage(`${apiPrefix}/channels/${kind}/callback?${query.toString()}`)
  }

  async function connected(
    kind: ProviderKind,
    query: URLSearchParams,
    signedIn: SignedIn,
    { by }: CallbackRequest,
  ): Promise<Answer> {
    const [state = '', ...others] = query.getAll('state')
    const digest = others.length === 0 ? digestOf('cst', state) : null
    const search = `?${query.toString()}`
    try {
      const actor = actorOfPerson(by(), signedIn)
      const command = { kind, state, digest, search, signedIn, by: actor }
      const { address, isNew } = await finishConnect.execute(command)
      return { ...connectedPage(kind, address, isNew), organizationId: signedIn.user.organizationId }
    } catch (error) {
      if (error instanceof StateRefused) return faultPage(error.fault)
      if (error instanceof ConnectRefused) return faultPage(error.fault, error.words)
      if (error instanceof DomainError && error.kind === 'conflict') return faultPage('full')
      if (error instanceof DomainError && error.kind === 'overloaded') return faultPage('away')
      throw error
    }
  }
}

/**
 * Returns null for an ended session. Other errors are thrown again, because a database that is away says
 * nothing about the session.
 */
function asNobody(error: unknown): null {
  if (error instanceof DomainError && error.kind === 'unauthenticated') return null
  throw error
}
