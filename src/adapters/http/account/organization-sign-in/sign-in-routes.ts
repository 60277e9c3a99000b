import Joi from 'joi'
import { type JoiningRole, revisionOfProvider } from '../../../../domain/account/open-id/sign-in-provider.ts'
import { emptyResponse, idInPath, noContent, smallBody } from '../../forms.ts'
import { entityTag } from '../../request/revision.ts'
import type { Answer } from '../../response.ts'
import { adminsOnly, ownersOnly, type Route, route } from '../../route.ts'
import type { Services } from '../../services.ts'
import {
  domainSchema,
  exampleDomain,
  exampleProvider,
  exampleSignIn,
  presentDomain,
  presentSignIn,
  providerForms,
  signInSchema,
} from './sign-in-presenter.ts'

interface SentProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string
  readonly defaultRole?: JoiningRole
  readonly admitsNew?: boolean
  readonly isRequired?: boolean
}

interface Place {
  readonly domainId: string
}

const owners = { tag: 'Organization', auth: ownersOnly } as const
const params = Joi.object({ domainId: idInPath('The id of the domain, a UUID.') })

/** Returns the routes of an organization's e-mail domains and of its own sign-in provider. */
export function organizationSignInRoutes(services: Services): Route[] {
  return [
    seeRoute(services),
    saveRoute(services),
    removeProviderRoute(services),
    addDomainRoute(services),
    checkDomainRoute(services),
    removeDomainRoute(services),
  ]
}

function seeRoute(services: Services): Route {
  return route({
    method: 'GET',
    path: '/organization/sign-in',
    operationId: 'organizationSignIn.get',
    summary: 'See the sign-in of your organization',
    description:
      'Returns the e-mail domains of the organization, and its own OpenID Connect provider. Requires at least the role admin.',
    tag: 'Organization',
    auth: adminsOnly,
    responses: {
      200: {
        description: 'The domains and the provider of the organization.',
        schema: signInSchema,
        example: exampleSignIn,
      },
    },
    handle: async ({ signedIn: { user } }) => {
      const { organizationId } = user
      return signInAnswer(services, organizationId)
    },
  })
}

function saveRoute(services: Services): Route {
  const { signInProviders } = services
  return route<unknown, SentProvider>({
    ...owners,
    method: 'PUT',
    path: '/organization/sign-in',
    operationId: 'organizationSignIn.set',
    summary: 'Connect your own sign-in provider',
    description:
      'Stores the OpenID Connect provider of the organization, after its configuration was read. Requires the role owner. The provider signs in people with addresses of the proven domains, in this organization alone. Omitted fields are `defaultRole` viewer, `admitsNew` true and `isRequired` false. Another issuer or client id needs the client secret again, and the provider then identifies each member by the address at the next sign-in. `isRequired` ends the sessions that members opened with a password or a passkey; it answers CONFLICT if no domain is proven, or if the calling owner has no password with two-factor sign-in. Answers FORBIDDEN if the owner must still confirm their address, and VALIDATION_FAILED for every other fault.',
    throttle: 'secondFactor',
    body: {
      schema: Joi.object({
        ...providerForms,
        issuer: providerForms.issuer.required(),
        clientId: providerForms.clientId.required(),
        clientSecret: Joi.string()
          .max(2_000)
          .description('The client secret. Omit it to keep the stored one.'),
      }),
      limit: smallBody,
      examples: {
        optional: {
          summary: 'Beside passwords',
          value: { ...exampleProvider, clientSecret: 'a secret of the provider' },
        },
        required: { summary: 'Instead of passwords', value: { ...exampleProvider, isRequired: true } },
      },
    },
    responses: {
      200: {
        description: 'The domains and the provider of the organization.',
        schema: signInSchema,
        example: exampleSignIn,
      },
    },
    errors: ['CONFLICT'],
    handle: async ({ signedIn, body, revision, by }) => {
      const { issuer, clientId, clientSecret = null, isRequired = false } = body
      const { defaultRole = 'viewer', admitsNew = true } = body
      const settings = { issuer, clientId, defaultRole, admitsNew }
      await signInProviders.save({
        signedIn,
        settings,
        clientSecret,
        isRequired,
        revision,
        by: by(),
      })
      const { organizationId } = signedIn.user
      return signInAnswer(services, organizationId)
    },
  })
}

async function signInAnswer(
  { organizationSignInStore, urls }: Services,
  organizationId: string,
): Promise<Answer> {
  const signIn = await organizationSignInStore.of(organizationId)
  const headers = entityTag({ revision: revisionOfProvider(signIn.provider) })
  return { status: 200, body: presentSignIn(signIn, urls, organizationId), headers }
}

function removeProviderRoute({ signInProviders }: Services): Route {
  return route({
    ...owners,
    method: 'DELETE',
    path: '/organization/sign-in',
    operationId: 'organizationSignIn.delete',
    summary: 'Disconnect your own sign-in provider',
    description:
      'Deletes the provider with its client secret. Requires the role owner. Members sign in with their passwords again; members without a password request a link that sets one. Open sessions continue until they end, at most 12 hours.',
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND'],
    handle: async ({ signedIn, by }) => {
      await signInProviders.remove({ signedIn, by: by() })
      return noContent
    },
  })
}

function addDomainRoute({ emailDomains }: Services): Route {
  return route<unknown, { domain: string }>({
    ...owners,
    method: 'POST',
    path: '/organization/domains',
    operationId: 'emailDomains.create',
    summary: 'Add an e-mail domain',
    description:
      'Adds a domain, and returns the TXT record that proves it. Requires the role owner. Domains of public mail providers are refused with VALIDATION_FAILED. Answers CONFLICT if the organization has the domain already, or has 20 domains, and FORBIDDEN if the owner must still confirm their address.',
    body: {
      schema: Joi.object({
        domain: Joi.string()
          .max(300)
          .required()
          .description('The domain of e-mail addresses. Its subdomains are not included.'),
      }),
      limit: smallBody,
      examples: { domain: { summary: 'A domain', value: { domain: 'example.com' } } },
    },
    responses: {
      201: {
        description: 'The domain, which is not proven yet.',
        schema: domainSchema,
        example: { ...exampleDomain, provenAt: null, checkedAt: null },
      },
    },
    errors: ['CONFLICT'],
    handle: async ({ signedIn, body: { domain }, by }) => ({
      status: 201,
      body: presentDomain(await emailDomains.add({ signedIn, domain, by: by() })),
    }),
  })
}

function checkDomainRoute({ emailDomains }: Services): Route {
  return route<Place, object>({
    ...owners,
    method: 'POST',
    path: '/organization/domains/{domainId}/check',
    operationId: 'emailDomains.check',
    summary: 'Check an e-mail domain',
    description:
      'Asks DNS for the TXT record of the domain. Requires the role owner. `provenAt` of the answer is `null` if the record was not found. One organization can prove a domain; for all others it is refused with CONFLICT. Answers OVERLOADED if DNS does not answer.',
    throttle: 'secondFactor',
    params,
    responses: {
      200: {
        description: 'The domain after the check.',
        schema: domainSchema,
        example: exampleDomain,
      },
    },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ signedIn, params: { domainId }, by }) => ({
      status: 200,
      body: presentDomain(await emailDomains.check({ signedIn, domainId, by: by() })),
    }),
  })
}

function removeDomainRoute({ emailDomains }: Services): Route {
  return route<Place, undefined>({
    ...owners,
    method: 'DELETE',
    path: '/organization/domains/{domainId}',
    operationId: 'emailDomains.delete',
    summary: 'Remove an e-mail domain',
    description:
      'Removes a domain. Requires the role owner. The provider then signs in nobody with an address of the domain. Answers CONFLICT for the last proven domain while members must sign in through the provider.',
    params,
    responses: { 204: emptyResponse },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ signedIn, params: { domainId }, by }) => {
      await emailDomains.remove({ signedIn, domainId, by: by() })
      return noContent
    },
  })
}
