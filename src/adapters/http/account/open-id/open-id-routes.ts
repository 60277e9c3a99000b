import { timingSafeEqual } from 'node:crypto'
import Joi from 'joi'
import { DomainError } from '../../../../domain/errors.ts'
import type { IdentityProvider } from '../../../../ports/account/identity-provider.ts'
import type { SessionTokens } from '../../../../ports/account/session-tokens.ts'
import type { BeginOpenId } from '../../../../use-cases/account/open-id/begin-open-id.ts'
import { type FinishOpenId, OpenIdRefused } from '../../../../use-cases/account/open-id/finish-open-id.ts'
import { digestOf } from '../../../security/secret.ts'
import { smallBody } from '../../forms.ts'
import { type Answer, type Route, type RouteRequest, route } from '../../route.ts'
import type { SessionCookie } from '../sessions/session-cookie.ts'
import { OpenIdCookie, openIdStateOf } from './open-id-cookie.ts'
import { openIdFaultPage, signedInPage } from './open-id-page.ts'

export interface OpenIdOptions {
  readonly provider: IdentityProvider
  readonly beginOpenId: BeginOpenId
  readonly finishOpenId: FinishOpenId
  readonly tokens: SessionTokens
  readonly cookie: SessionCookie
  readonly publicApiUrl: string
}

const longestSearch = 8_192
type CallbackRequest = RouteRequest<unknown, undefined, unknown>

/** Returns the routes for signing in with the OpenID Connect provider that the operator has set up. */
export function openIdRoutes(options: OpenIdOptions): Route[] {
  const { provider, beginOpenId, finishOpenId, tokens, cookie, publicApiUrl } = options
  const stateCookie = new OpenIdCookie(publicApiUrl)
  return [
    route({
      method: 'GET',
      path: '/auth/providers',
      summary: 'See by which providers people sign in',
      description: 'Beside the password. What is not set up (`OIDC_ISSUER`) is `null`.',
      tag: 'Accounts',
      auth: { kind: 'none' },
      responses: {
        200: {
          description: 'The providers.',
          schema: Joi.object({
            openId: Joi.object({ name: Joi.string().required() })
              .allow(null)
              .required()
              .description('A provider of OpenID Connect: begin at `/auth/oidc`.'),
          }),
          example: { openId: { name: 'Example SSO' } },
        },
      },
      errors: [],
      handle: async () => {
        const { name } = provider
        return { status: 200, body: { openId: name === null ? null : { name } } }
      },
    }),
    route({
      method: 'GET',
      path: '/auth/oidc',
      summary: 'Sign in with OpenID Connect',
      description:
        'For browsers: leads to the provider, which leads back within ten minutes. NOT_FOUND where none is set up.',
      tag: 'Accounts',
      auth: { kind: 'none' },
      throttle: 'signIn',
      responses: { 302: { description: 'To the provider.' } },
      errors: ['NOT_FOUND'],
      handle: async () => {
        const { url, state } = await beginOpenId.execute()
        const headers = { ...stateCookie.set(state), Location: url, 'Cache-Control': 'no-store' }
        return { status: 302, headers }
      },
    }),
    // The invitation is in the body of a POST. In the query of GET /auth/oidc it would be logged, and any
    // page could make a person join.
    route<unknown, { invitation: string } | { ownOrganization: true }>({
      method: 'POST',
      path: '/auth/oidc',
      summary: 'Join or create an organization with OpenID Connect',
      description:
        'For browsers: answers where to go on. Takes exactly one field. With `invitation`, a person who comes back with the address of the invitation joins its organization. With `ownOrganization`, a person whose address has an account that was never confirmed gets an organization of their own where `SIGN_UP` allows it: that account loses the address, and its sessions end. NOT_FOUND where no provider is set up.',
      tag: 'Accounts',
      auth: { kind: 'none' },
      throttle: 'signIn',
      body: {
        schema: Joi.object({
          invitation: Joi.string().max(200).description('What came after the "#" of an invitation’s link.'),
          ownOrganization: Joi.valid(true).description('For an organization of your own.'),
        }).xor('invitation', 'ownOrganization'),
        limit: smallBody,
        examples: {
          invited: { summary: 'Somebody invited', value: { invitation: 'inv_…' } },
          own: { summary: 'An organization of your own', value: { ownOrganization: true } },
        },
      },
      responses: {
        200: {
          description: 'Where to go on: at the provider.',
          schema: Joi.object({ url: Joi.string().uri().required() }),
          example: { url: 'https://sso.example.com/authorize?client_id=spindle&state=Zk3vJ8' },
        },
      },
      errors: ['NOT_FOUND'],
      handle: async ({ body }) => {
        // Text that cannot be an invitation is refused like an unknown invitation, instead of being ignored.
        const asked = 'invitation' in body ? { invitation: digestOf('inv', body.invitation) ?? '' } : body
        const { url, state } = await beginOpenId.execute(asked)
        const headers = { ...stateCookie.set(state), 'Cache-Control': 'no-store' }
        return { status: 200, headers, body: { url } }
      },
    }),
    route<unknown, undefined>({
      method: 'GET',
      path: '/auth/oidc/callback',
      summary: 'Come back from the provider',
      description:
        'Registered with the provider as the redirect URI. Takes its answer once, within ten minutes, in the browser that began, sets the cookie of the session, and answers with a page. A browser comes here, so errors are HTML pages too, with the status of the error, and not the flat JSON body of all other routes; programs need not call it.',
      tag: 'Accounts',
      auth: { kind: 'none' },
      throttle: 'signIn',
      salvageQuery: Joi.object({
        state: Joi.string().description('As it was sent to the provider.'),
        code: Joi.string().description('What the identity is had for.'),
        error: Joi.string().description('Why there is none.'),
      }),
      responses: Object.fromEntries(
        [200, 400, 403, 404, 409, 500, 503].map((status) => [
          status,
          {
            description: 'A page that says what came of it.',
            contentType: 'text/html',
            example: '<!doctype html>…',
          },
        ]),
      ),
      errors: [],
      handle: answered,
    }),
  ]

  async function answered(request: CallbackRequest): Promise<Answer> {
    if (provider.name === null) return openIdFaultPage('notOffered')
    const { search, headers } = request.sent()
    const [state = '', ...others] = new URLSearchParams(search).getAll('state')
    const isOfThisBrowser = others.length === 0 && same(state, openIdStateOf(headers['cookie'] ?? ''))
    const digest = isOfThisBrowser && search.length <= longestSearch ? digestOf('cst', state) : null
    // The callback always opens in a browser, which continues in the console.
    const client = { ...request.client(), kind: 'console' } as const
    try {
      const session = await finishOpenId.execute({ state, digest, search, client, by: request.by() })
      return signedInPage(cookie.set(await tokens.sign(session), session))
    } catch (error) {
      if (error instanceof OpenIdRefused) {
        await request.noteRefusal(error)
        return openIdFaultPage(error.fault, error.words)
      }
      if (error instanceof DomainError && error.kind === 'forbidden')
        return openIdFaultPage('signUp', error.message)
      if (error instanceof DomainError && error.kind === 'conflict') return openIdFaultPage('again')
      throw error
    }
  }
}

function same(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}
