import Joi from 'joi'
import { DomainError } from '../../../../domain/errors.ts'
import { type Language, languageCodes } from '../../../../domain/text/language.ts'
import { OpenIdRefused } from '../../../../use-cases/account/open-id/open-id-refused.ts'
import { digestOf } from '../../../security/secret.ts'
import { idInPath, smallBody } from '../../forms.ts'
import { isSameText } from '../../request/same-text.ts'
import type { Answer } from '../../response.ts'
import { type Route, type RouteRequest, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import { pageTextsFor } from '../../text/page-texts.ts'
import { openIdFaultPage, signedInPage } from './open-id-page.ts'

const maxSearchLength = 8_192
const browserZone = Joi.string()
  .max(100)
  .description(
    'The time zone of the browser, such as `Europe/Vienna`, for an organization that the sign-in creates. A zone that the service does not know is ignored, and the organization gets UTC.',
  )
const browserLanguage = Joi.valid(...languageCodes).description(
  'The language of the console in the browser (`en`, `de`, `fr` or `es`), for an organization that the sign-in creates; `en` by default.',
)

/** The settings of a browser that begins a sign-in. */
interface OfBrowser {
  readonly timeZone?: string
  readonly language?: Language
}

type Purpose = { invitation: string } | { createOrganization: true } | { email: string }
type CallbackRequest = Pick<
  RouteRequest<unknown, undefined, unknown>,
  'sent' | 'client' | 'by' | 'noteRefusal'
>

/** Returns the routes for signing in with the OpenID Connect provider that the operator has set up. */
export function openIdRoutes(services: Services): Route[] {
  return [
    listProvidersRoute(services),
    describeSignInRoute(services),
    beginSignInRoute(services),
    ...finishSignInRoutes(services),
  ]
}

function listProvidersRoute({ provider, webAuthn, hasOtherCells }: Services): Route {
  return route({
    method: 'GET',
    path: '/auth/providers',
    operationId: 'auth.listProviders',
    summary: 'List the sign-in providers',
    description:
      'Returns the providers with which people can sign in besides a password. A provider that is not configured (`OIDC_ISSUER`) is `null`.',
    tag: 'Accounts',
    auth: { kind: 'none' },
    responses: {
      200: {
        description: 'The configured sign-in providers of the deployment.',
        schema: Joi.object({
          openId: Joi.object({
            name: Joi.string()
              .required()
              .description('The name of the provider for the sign-in button, from `OIDC_NAME`.'),
          })
            .allow(null)
            .required()
            .description(
              'The OpenID Connect provider; sign-in starts at `/auth/oidc/begin`. `null` if none is configured.',
            ),
          passkeys: Joi.object({
            origin: Joi.string()
              .uri()
              .required()
              .description('The origin of the pages under which passkeys work, from `PUBLIC_API_URL`.'),
            canSignIn: Joi.boolean()
              .required()
              .description(
                'Whether a passkey signs in without a password. In a deployment of several cells it is a second factor only.',
              ),
          })
            .allow(null)
            .required()
            .description('Passkeys. `null` if the public address of the service does not allow them.'),
        }),
        example: {
          openId: { name: 'Example SSO' },
          passkeys: { origin: 'https://spindle.example.com', canSignIn: true },
        },
      },
    },
    handle: async () => {
      const { name } = provider
      const openId = name === null ? null : { name }
      const { origin } = webAuthn
      const passkeys = origin === null ? null : { origin, canSignIn: !hasOtherCells }
      return { status: 200, body: { openId, passkeys } }
    },
  })
}

function describeSignInRoute({ beginOpenId, stateCookie }: Services): Route {
  return route<unknown, undefined, OfBrowser>({
    method: 'GET',
    path: '/auth/oidc/begin',
    operationId: 'auth.openProvider',
    summary: 'Sign in with OpenID Connect',
    description:
      'For browsers. Redirects to the provider, which must redirect back within ten minutes. Answers NOT_FOUND if no provider is configured.',
    tag: 'Accounts',
    auth: { kind: 'none' },
    throttle: 'signIn',
    query: Joi.object({ timeZone: browserZone, language: browserLanguage }),
    responses: { 302: { description: 'A redirect to the sign-in page of the OpenID Connect provider.' } },
    errors: ['NOT_FOUND'],
    handle: async ({ query }) => {
      const { url, state } = await beginOpenId.execute(query)
      const headers = { ...stateCookie.set(state), Location: url, 'Cache-Control': 'no-store' }
      return { status: 302, headers }
    },
  })
}

// Takes the invitation in the body of a POST. In the query of GET /auth/oidc/begin it would be logged, and any
// page could make a person join.
function beginSignInRoute({ beginOpenId, stateCookie }: Services): Route {
  return route<unknown, Purpose & OfBrowser>({
    method: 'POST',
    path: '/auth/oidc/begin',
    operationId: 'auth.beginWithProvider',
    summary: 'Begin a sign-in with OpenID Connect',
    description:
      'For browsers. Returns the URL at the provider where the sign-in continues. The body has exactly one field besides `timeZone` and `language`. If the field is `invitation`, a person who signs in with the address of the invitation joins its organization. If it is `createOrganization`, a person gets a new account in a new organization, if `SIGN_UP` allows it. Use `createOrganization` if another person signed up with this address before and never confirmed it: that older account then loses the address, and its sessions end. If the field is `email`, the sign-in uses the provider of the organization that has proven the domain of the address, and opens this organization alone. Answers NOT_FOUND if no provider is configured, or if no organization has connected one for the domain. The answer does not depend on whether the address has an account.',
    tag: 'Accounts',
    auth: { kind: 'none' },
    throttle: 'signIn',
    body: {
      schema: Joi.object({
        invitation: Joi.string()
          .max(200)
          .description('The token of an invitation: the part after the "#" in its link.'),
        createOrganization: Joi.valid(true).description(
          'Always `true`: the sign-in creates a new organization for the person.',
        ),
        email: Joi.string()
          .max(254)
          .description('The address of a person who signs in through the provider of their organization.'),
        timeZone: browserZone,
        language: browserLanguage,
      }).xor('invitation', 'createOrganization', 'email'),
      limit: smallBody,
      examples: {
        invited: { summary: 'A person with an invitation', value: { invitation: 'inv_…' } },
        own: { summary: 'An organization of your own', value: { createOrganization: true } },
        provider: { summary: 'The provider of an organization', value: { email: 'ada@example.com' } },
      },
    },
    responses: {
      200: {
        description: 'The URL at the provider where the sign-in continues.',
        schema: Joi.object({
          url: Joi.string()
            .uri()
            .required()
            .description('The absolute URL at the provider, valid for ten minutes in this browser.'),
        }),
        example: { url: 'https://sso.example.com/authorize?client_id=spindle&state=Zk3vJ8' },
      },
    },
    errors: ['NOT_FOUND'],
    handle: async ({ body }) => {
      // A text that cannot be an invitation is refused like an unknown invitation, so that the person does
      // not sign in without it.
      const purpose =
        'invitation' in body ? { ...body, invitation: digestOf('inv', body.invitation) ?? '' } : body
      const { url, state } = await beginOpenId.execute(purpose)
      const headers = { ...stateCookie.set(state), 'Cache-Control': 'no-store' }
      return { status: 200, headers, body: { url } }
    },
  })
}

const organizationParams = Joi.object({
  organizationId: idInPath('The id of the organization whose own provider redirects here, a UUID.'),
})

/** Returns the route to which the operator's provider redirects browsers, and that of organizations' own providers. */
function finishSignInRoutes(services: Services): Route[] {
  return [
    finishSignInRoute(
      services,
      {
        path: '/auth/oidc/callback',
        operationId: 'auth.finishWithProvider',
        summary: 'Return from the provider',
      },
      () => null,
    ),
    finishSignInRoute<OfOrganization>(
      services,
      {
        path: '/auth/oidc/callback/{organizationId}',
        operationId: 'auth.finishWithOrganizationProvider',
        summary: 'Return from the provider of an organization',
        params: organizationParams,
      },
      ({ organizationId }) => organizationId,
    ),
  ]
}

interface OfOrganization {
  readonly organizationId: string
}

function finishSignInRoute<Params>(
  services: Services,
  place: Pick<Route<Params>, 'path' | 'operationId' | 'summary' | 'params'>,
  organizationOf: (params: Params) => string | null,
): Route {
  return route<Params, undefined>({
    ...place,
    method: 'GET',
    description:
      'The redirect URI for sign-ins, to register with the provider. Accepts the response of the provider once, within ten minutes, in the browser that started the sign-in. Sets the session cookie and returns an HTML page. Errors are HTML pages too, with the status of the error, because a browser opens this route. Programs do not call it.',
    tag: 'Accounts',
    auth: { kind: 'none' },
    throttle: 'signIn',
    salvageQuery: Joi.object({
      state: Joi.string().description(
        'The `state` value that the service sent to the provider at the start. Any other value is refused.',
      ),
      code: Joi.string().description(
        'The authorization code that the service exchanges for the identity of the person.',
      ),
      error: Joi.string().description('The OAuth error code; the provider sends it instead of `code`.'),
    }),
    responses: Object.fromEntries(
      [200, 400, 403, 404, 409, 500, 503].map((status) => [
        status,
        {
          description: 'An HTML page that shows the result of the sign-in.',
          contentType: 'text/html',
          example: '<!doctype html>…',
        },
      ]),
    ),
    handle: (request) => answered(services, request, organizationOf(request.params)),
  })
}

async function answered(
  { provider, finishOpenId, tokens, cookie, stateCookie, organizationStore }: Services,
  request: CallbackRequest,
  organizationId: string | null,
): Promise<Answer> {
  const { search, headers } = request.sent()
  const organization = organizationId === null ? null : await organizationStore.find(organizationId)
  const texts = pageTextsFor(headers, '', organization?.language)
  if (organizationId === null && provider.name === null) return openIdFaultPage(texts, 'notOffered')
  const [state = '', ...others] = new URLSearchParams(search).getAll('state')
  const isOfThisBrowser =
    others.length === 0 && isSameText(state, stateCookie.stateIn(headers['cookie'] ?? ''))
  const digest = isOfThisBrowser && search.length <= maxSearchLength ? digestOf('cst', state) : null
  // A sign-in that the OpenID callback completes counts as a sign-in to the console, because the callback
  // opens in a browser.
  const client = { ...request.client(), kind: 'console' } as const
  try {
    const session = await finishOpenId.execute({
      state,
      digest,
      search,
      organizationId,
      client,
      by: request.by(),
    })
    return signedInPage(texts, cookie.set(await tokens.sign(session), session))
  } catch (error) {
    if (error instanceof OpenIdRefused) {
      await request.noteRefusal(error)
      return openIdFaultPage(texts, error.fault, error.words)
    }
    if (error instanceof DomainError && error.code === 'SIGN_IN_PROVIDER_REQUIRED') {
      await request.noteRefusal(error)
      return openIdFaultPage(texts, 'providerRequired')
    }
    if (error instanceof DomainError && error.kind === 'forbidden')
      return openIdFaultPage(texts, 'signUp', error.message)
    if (error instanceof DomainError && error.kind === 'conflict') return openIdFaultPage(texts, 'again')
    throw error
  }
}
