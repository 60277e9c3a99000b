import type { OpenIdFault } from '../../../../use-cases/account/open-id/open-id-refused.ts'
import { escaped, pageHeaders, plainPage } from '../../plain-page.ts'
import type { Answer } from '../../response.ts'

interface Said {
  readonly status: number
  readonly title: string
  readonly text: string
}

type PageFault = OpenIdFault | 'notOffered' | 'providerRequired' | 'signUp' | 'again'

/** The pages of all faults of a sign-in with OpenID Connect. Each text tells the person how to continue. */
const faults: Readonly<Record<PageFault, Said>> = {
  unknown: {
    status: 400,
    title: 'You are not signed in',
    text: 'The link back from the provider was already used, is older than ten minutes, or belongs to another browser. Start the sign-in again in this browser.',
  },
  denied: {
    status: 403,
    title: 'You are not signed in',
    text: 'You declined the sign-in at the provider. If that was a mistake, start the sign-in again.',
  },
  refused: {
    status: 400,
    title: 'You are not signed in',
    text: 'The response of the provider could not be verified. Start the sign-in again. If this page appears again, ask the operator of this service.',
  },
  away: {
    status: 503,
    title: 'The provider does not answer',
    text: 'Wait a minute and start the sign-in again, or sign in with your password.',
  },
  noAddress: {
    status: 403,
    title: 'Your address is not verified',
    text: 'The provider did not give us a verified e-mail address for your account. Verify your address there, then start the sign-in again.',
  },
  unconfirmed: {
    status: 403,
    title: 'Confirm your address first',
    text: 'An account with your address exists, but its owner has not confirmed the address. If the account is yours, request a link that sets a new password, open the link, then sign in here again. If this service sends no e-mail, ask its operator for the link. If you did not create the account, create an organization of your own.',
  },
  invited: {
    status: 403,
    title: 'You are invited',
    text: 'An organization has invited your address. To join it, open the link in the invitation and sign in from there. If you do not know who invited you, create an organization of your own with a password.',
  },
  notInvited: {
    status: 403,
    title: 'This invitation is not for you',
    text: 'The invitation was already used, is older than 7 days, was withdrawn, or is for an address other than that of your account at the provider. Ask for a new invitation.',
  },
  invitationEnded: {
    status: 403,
    title: 'This invitation has ended',
    text: 'The person who sent the invitation is no longer a member of the organization, or may no longer invite people to its role. Ask an owner or admin of the organization for a new invitation.',
  },
  lastWayIn: {
    status: 403,
    title: 'First set up an authenticator app',
    text: 'You are the only owner who can sign in to an organization if its own sign-in provider fails, by a password and a passkey. Both would be removed from your account. Sign in with them, set up an authenticator app in your account, then start this sign-in again.',
  },
  providerRequired: {
    status: 403,
    title: 'Sign in with your organization',
    text: 'The members of your organization must sign in through its own sign-in provider. Choose "Sign in with your organization" on the sign-in page.',
  },
  changed: {
    status: 409,
    title: 'You are not signed in',
    text: 'The sign-in provider of your organization was changed or disconnected meanwhile. Start the sign-in again.',
  },
  otherDomain: {
    status: 403,
    title: 'Your address is of another domain',
    text: 'The provider of your organization gave us an address at a domain that the organization has not proven. Ask an owner of the organization to prove the domain.',
  },
  otherAccount: {
    status: 403,
    title: 'Join the organization first',
    text: 'Your address has an account here that is not a member of this organization. Ask for an invitation to the organization, sign in with your password, and accept the invitation. From then on you can sign in through the provider of the organization.',
  },
  otherIdentity: {
    status: 403,
    title: 'You are not signed in',
    text: 'The provider of your organization has identified another person with your address before. Ask an owner of the organization to remove the former member, or to disconnect the provider and connect it again.',
  },
  removed: {
    status: 403,
    title: 'You need an invitation',
    text: 'A member of the organization was removed who had your address or your account at the provider, or a member has changed this address. Ask an owner or admin of the organization for an invitation.',
  },
  notMember: {
    status: 403,
    title: 'You are not a member',
    text: 'The organization admits people by invitation only. Ask an owner or admin for an invitation, then sign in again.',
  },
  closed: {
    status: 403,
    title: 'The organization is to be deleted',
    text: 'The organization takes no new members, because it is to be deleted.',
  },
  moving: {
    status: 503,
    title: 'The organization is moving',
    text: 'The organization is being moved to another server. Wait a few minutes, then open the link in the invitation again.',
  },
  unconfirmedOrganization: {
    status: 403,
    title: 'The organization takes no members yet',
    text: 'The owner of the organization must confirm their e-mail address before people can join. Ask the owner to open the link in the confirmation mail.',
  },
  notOffered: {
    status: 404,
    title: 'This sign-in method is not set up',
    text: 'The operator of this service has not set up a provider for OpenID Connect. Sign in with your password.',
  },
  signUp: { status: 403, title: 'You have no account here', text: '' },
  again: {
    status: 409,
    title: 'You are not signed in',
    text: 'Another request created an account at the same moment. Start the sign-in again.',
  },
}

const toSignIn = '<a class="button" href="/">Go to sign-in</a>'

const toOwnOrganization = `<a class="button" href="/forgot-password">Request a link</a>
      <p><a href="/own-organization">Create a new account and organization</a></p>`

export function openIdFaultPage(fault: PageFault, words: string | null = null): Answer {
  const { status, title, text } = faults[fault]
  const ways = fault === 'unconfirmed' ? toOwnOrganization : toSignIn
  const said = fault === 'signUp' ? escaped(words ?? '') : escaped(text) + quoted(words)
  return { status, headers: pageHeaders, body: Buffer.from(plainPage(title, said, ways)) }
}

function quoted(words: string | null): string {
  return words === null ? '' : ` The provider says: <q>${escaped(words)}</q>`
}

/**
 * Returns the page after a sign-in, which leads to the console. The browser sends the session cookie only
 * with a request from a page of this site.
 */
export function signedInPage(cookie: Readonly<Record<string, string>>): Answer {
  const head = '\n    <meta http-equiv="refresh" content="0; url=/">'
  const page = plainPage(
    'Signing in',
    'You are being signed in.',
    '<a class="button" href="/">Continue</a>',
    head,
  )
  return { status: 200, headers: { ...pageHeaders, ...cookie }, body: Buffer.from(page) }
}
