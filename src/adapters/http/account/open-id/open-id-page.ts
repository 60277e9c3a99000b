import type { Texts } from '../../../../domain/text/texts.ts'
import type { OpenIdFault } from '../../../../use-cases/account/open-id/open-id-refused.ts'
import { escaped, pageHeaders, plainPage } from '../../plain-page.ts'
import type { Answer } from '../../response.ts'

interface Said {
  readonly status: number
  readonly title: string
  readonly text: string
}

type PageFault = OpenIdFault | 'notOffered' | 'providerRequired' | 'signUp' | 'again'

/** Returns the pages of all faults of a sign-in with OpenID Connect. Each text tells the person how to continue. */
const faultsIn = (texts: Texts): Readonly<Record<PageFault, Said>> => ({
  ...accountFaults(texts),
  ...invitationFaults(texts),
  ...organizationFaults(texts),
  ...providerFaults(texts),
})

const accountFaults = ({ t }: Texts) => ({
  noAddress: {
    status: 403,
    title: t('Your address is not verified'),
    text: t(
      'The provider did not give us a verified e-mail address for your account. Verify your address there, then start the sign-in again.',
    ),
  },
  unconfirmed: {
    status: 403,
    title: t('Confirm your address first'),
    text: t(
      'An account with your address exists, but its owner has not confirmed the address. If the account is yours, request a link that sets a new password, open the link, then sign in here again. If this service sends no e-mail, ask its operator for the link. If you did not create the account, create an organization of your own.',
    ),
  },
  signUp: { status: 403, title: t('You have no account here'), text: '' },
  lastWayIn: {
    status: 403,
    title: t('First set up an authenticator app'),
    text: t(
      'You are the only owner who can sign in to an organization if its own sign-in provider fails, by a password and a passkey. Both would be removed from your account. Sign in with them, set up an authenticator app in your account, then start this sign-in again.',
    ),
  },
  again: {
    status: 409,
    title: t('You are not signed in'),
    text: t('Another request created an account at the same moment. Start the sign-in again.'),
  },
})

const invitationFaults = ({ t }: Texts) => ({
  invited: {
    status: 403,
    title: t('You are invited'),
    text: t(
      'An organization has invited your address. To join it, open the link in the invitation and sign in from there. If you do not know who invited you, create an organization of your own with a password.',
    ),
  },
  notInvited: {
    status: 403,
    title: t('This invitation is not for you'),
    text: t(
      'The invitation was already used, is older than 7 days, was withdrawn, or is for an address other than that of your account at the provider. Ask for a new invitation.',
    ),
  },
  invitationEnded: {
    status: 403,
    title: t('This invitation has ended'),
    text: t(
      'The person who sent the invitation is no longer a member of the organization, or may no longer invite people to its role. Ask an owner or admin of the organization for a new invitation.',
    ),
  },
})

const organizationFaults = ({ t }: Texts) => ({
  providerRequired: {
    status: 403,
    title: t('Sign in with your organization'),
    text: t(
      'The members of your organization must sign in through its own sign-in provider. Choose "Sign in with your organization" on the sign-in page.',
    ),
  },
  changed: {
    status: 409,
    title: t('You are not signed in'),
    text: t(
      'The sign-in provider of your organization was changed or disconnected meanwhile. Start the sign-in again.',
    ),
  },
  otherDomain: {
    status: 403,
    title: t('Your address is of another domain'),
    text: t(
      'The provider of your organization gave us an address at a domain that the organization has not proven. Ask an owner of the organization to prove the domain.',
    ),
  },
  otherAccount: {
    status: 403,
    title: t('Join the organization first'),
    text: t(
      'Your address has an account here that is not a member of this organization. Ask for an invitation to the organization, sign in with your password, and accept the invitation. From then on you can sign in through the provider of the organization.',
    ),
  },
  otherIdentity: {
    status: 403,
    title: t('You are not signed in'),
    text: t(
      'The provider of your organization has identified another person with your address before. Ask an owner of the organization to remove the former member, or to disconnect the provider and connect it again.',
    ),
  },
  removed: {
    status: 403,
    title: t('You need an invitation'),
    text: t(
      'A member of the organization was removed who had your address or your account at the provider, or a member has changed this address. Ask an owner or admin of the organization for an invitation.',
    ),
  },
  notMember: {
    status: 403,
    title: t('You are not a member'),
    text: t(
      'The organization admits people by invitation only. Ask an owner or admin for an invitation, then sign in again.',
    ),
  },
  closed: {
    status: 403,
    title: t('The organization is to be deleted'),
    text: t('The organization takes no new members, because it is to be deleted.'),
  },
  moving: {
    status: 503,
    title: t('The organization is moving'),
    text: t(
      'The organization is being moved to another server. Wait a few minutes, then open the link in the invitation again.',
    ),
  },
  unconfirmedOrganization: {
    status: 403,
    title: t('The organization takes no members yet'),
    text: t(
      'The owner of the organization must confirm their e-mail address before people can join. Ask the owner to open the link in the confirmation mail.',
    ),
  },
})

const providerFaults = ({ t }: Texts) => ({
  unknown: {
    status: 400,
    title: t('You are not signed in'),
    text: t(
      'The link back from the provider was already used, is older than ten minutes, or belongs to another browser. Start the sign-in again in this browser.',
    ),
  },
  denied: {
    status: 403,
    title: t('You are not signed in'),
    text: t('You declined the sign-in at the provider. If that was a mistake, start the sign-in again.'),
  },
  refused: {
    status: 400,
    title: t('You are not signed in'),
    text: t(
      'The response of the provider could not be verified. Start the sign-in again. If this page appears again, ask the operator of this service.',
    ),
  },
  away: {
    status: 503,
    title: t('The provider does not answer'),
    text: t('Wait a minute and start the sign-in again, or sign in with your password.'),
  },
  notOffered: {
    status: 404,
    title: t('This sign-in method is not set up'),
    text: t(
      'The operator of this service has not set up a provider for OpenID Connect. Sign in with your password.',
    ),
  },
})

const toSignIn = ({ t }: Texts) => `<a class="button" href="/">${t('Go to sign-in')}</a>`

const toOwnOrganization = ({
  t,
}: Texts) => `<a class="button" href="/forgot-password">${t('Request a link')}</a>
      <p><a href="/own-organization">${t('Create a new account and organization')}</a></p>`

export function openIdFaultPage(texts: Texts, fault: PageFault, words: string | null = null): Answer {
  const { status, title, text } = faultsIn(texts)[fault]
  const ways = fault === 'unconfirmed' ? toOwnOrganization(texts) : toSignIn(texts)
  const message = fault === 'signUp' ? escaped(words ?? '') : escaped(text) + quoted(texts, words)
  const page = plainPage(title, message, ways, '', texts.language)
  return { status, headers: pageHeaders, body: Buffer.from(page) }
}

function quoted({ t }: Texts, words: string | null): string {
  return words === null ? '' : ` ${t('The provider says: {answer}', { answer: `<q>${escaped(words)}</q>` })}`
}

/**
 * Returns the page after a sign-in, which leads to the console. The browser sends the session cookie only
 * with a request from a page of this site.
 */
export function signedInPage({ t, language }: Texts, cookie: Readonly<Record<string, string>>): Answer {
  const head = '\n    <meta http-equiv="refresh" content="0; url=/">'
  const page = plainPage(
    t('Signing in'),
    t('You are being signed in.'),
    `<a class="button" href="/">${t('Continue')}</a>`,
    head,
    language,
  )
  return { status: 200, headers: { ...pageHeaders, ...cookie }, body: Buffer.from(page) }
}
