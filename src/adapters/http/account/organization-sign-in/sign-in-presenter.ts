import Joi from 'joi'
import { type EmailDomain, proofRecord } from '../../../../domain/account/open-id/email-domain.ts'
import { joiningRoles } from '../../../../domain/account/open-id/sign-in-provider.ts'
import type { PublicUrls } from '../../../../domain/public-urls.ts'
import type { OrganizationSignIn } from '../../../../ports/account/organization-sign-in.ts'
import { uuid } from '../../forms.ts'

const time = Joi.string().isoDate()

export const domainSchema = Joi.object({
  id: uuid.required().description('The id of the domain.'),
  domain: Joi.string().required().description('The e-mail domain, in lower case.'),
  record: Joi.object({
    name: Joi.string().required().description('The name of the TXT record.'),
    value: Joi.string().required().description('The value of the TXT record.'),
  })
    .required()
    .description('The TXT record that proves the domain. It must stay in DNS, and is checked once a day.'),
  provenAt: time
    .allow(null)
    .required()
    .description('The time from which the domain counts as proven; `null` if it is not proven.'),
  checkedAt: time
    .allow(null)
    .required()
    .description('The time when DNS was last asked; `null` if it was not asked yet.'),
  missingSince: time
    .allow(null)
    .required()
    .description(
      'The time since which the record of a proven domain is missing; `null` while the record exists. After 7 days the domain is no longer proven.',
    ),
})
  .meta({ named: 'EmailDomain' })
  .description('An e-mail domain of an organization, and the DNS record that proves it.')

export const exampleDomain = {
  id: '01936f4e-7c1a-7d2e-9a56-0f6f0e7c2b11',
  domain: 'example.com',
  record: {
    name: '_spindle-challenge.example.com',
    value: 'spindle-domain=01936f4e-7c1a-7d2e-9a56-0f6f0e7c2b11',
  },
  provenAt: '2026-11-23T09:30:00.000Z',
  checkedAt: '2026-11-23T09:30:00.000Z',
  missingSince: null,
}

export const providerForms = {
  issuer: Joi.string()
    .max(500)
    .description(
      'The issuer of the provider, such as `https://login.example.com`. Its configuration is read when it is saved.',
    ),
  clientId: Joi.string().max(500).description('The client id that the provider gave to this service.'),
  defaultRole: Joi.valid(...joiningRoles).description('The role of people who become members by signing in.'),
  admitsNew: Joi.boolean().description(
    'Whether people with an address of a proven domain become members by signing in. Otherwise they need an invitation.',
  ),
  isRequired: Joi.boolean().description(
    'Whether members must sign in through the provider. Owners with two-factor sign-in may still use their password or a passkey.',
  ),
}

export const signInSchema = Joi.object({
  callbackUrl: Joi.string().uri().required().description('The redirect URI to register with the provider.'),
  domains: Joi.array()
    .items(domainSchema)
    .required()
    .description('The e-mail domains of the organization, by name.'),
  provider: Joi.object({
    issuer: providerForms.issuer.required(),
    clientId: providerForms.clientId.required(),
    defaultRole: providerForms.defaultRole.required(),
    admitsNew: providerForms.admitsNew.required(),
    isRequired: providerForms.isRequired.required(),
  })
    .allow(null)
    .required()
    .description('The sign-in provider; `null` if there is none. The client secret is never shown.'),
})

export const exampleProvider = {
  issuer: 'https://login.example.com',
  clientId: 'spindle',
  defaultRole: 'viewer',
  admitsNew: true,
  isRequired: false,
}

export const exampleSignIn = {
  callbackUrl: 'https://spindle.example.com/api/v1/auth/oidc/callback/01936f4e-7c1a-7d2e-9a56-0f6f0e7c2b12',
  domains: [exampleDomain],
  provider: exampleProvider,
}

export function presentDomain(domain: EmailDomain): object {
  return { ...domain, record: proofRecord(domain) }
}

export function presentSignIn(
  { domains, provider }: OrganizationSignIn,
  urls: PublicUrls,
  organizationId: string,
): object {
  const shown = provider && {
    issuer: provider.issuer,
    clientId: provider.clientId,
    defaultRole: provider.defaultRole,
    admitsNew: provider.admitsNew,
    isRequired: provider.requiredAt !== null,
  }
  const callbackUrl = urls.openIdCallback(organizationId)
  return { callbackUrl, domains: domains.map(presentDomain), provider: shown }
}
