import type { OpenIdFault } from '../../../../use-cases/account/open-id/finish-open-id.ts'
import { escaped, pageHeaders, plainPage } from '../../plain-page.ts'
import type { Answer } from '../../route.ts'

interface Said {
  readonly status: number
  readonly title: string
  readonly text: string
}

type PageFault = OpenIdFault | 'notOffered' | 'signUp' | 'again'

/** The pages of all faults. Each text tells the person what to do. */
const faults: Readonly<Record<PageFault, Said>> = {
  unknown: {
    status: 400,
    title: 'You are not signed in',
    text: 'This answer was used already, took longer than ten minutes, or was asked for in another browser. Begin again in this one.',
  },
  denied: {
    status: 403,
    title: 'You are not signed in',
    text: 'The provider was told not to sign you in here. If that was a mistake, begin again.',
  },
  refused: {
    status: 400,
    title: 'You are not signed in',
    text: 'The provider did not stand by its answer. Begin again; if it stays so, ask the operator of this service.',
  },
  away: {
    status: 503,
    title: 'The provider does not answer',
    text: 'Wait a minute and begin again, or sign in with your password.',
  },
  noAddress: {
    status: 403,
    title: 'Your address is not verified',
    text: 'The provider names no e-mail address of yours that it has verified. Verify it there, then begin again.',
  },
  unconfirmed: {
    status: 403,
    title: 'Confirm your address first',
    text: 'There is an account with your address, but nobody has confirmed that the address is theirs. If the account is yours, ask for a link that sets a new password; where this service sends no mail, its operator has the link. Use it, then sign in here again. If you did not create the account, begin with an organization of your own.',
  },
  invited: {
    status: 403,
    title: 'You are invited',
    text: 'An organization has invited your address. To join it, open the link of the invitation and sign in from there. If you do not know who invites you, create an organization of your own with a password.',
  },
  notInvited: {
    status: 403,
    title: 'This invitation is not for you',
    text: 'It was used already, is older than 7 days, was withdrawn, or is for another address than that of your account at the provider. Ask for a new one.',
  },
  notOffered: {
    status: 404,
    title: 'This way to sign in is not set up',
    text: 'The operator of this service has not registered it with a provider of OpenID Connect.',
  },
  signUp: { status: 403, title: 'You have no account here', text: '' },
  again: {
    status: 409,
    title: 'You are not signed in',
    text: 'An account was made in the same moment. Begin again.',
  },
}

const toSignIn = '<a class="button" href="/">To the sign-in</a>'

const toOwnOrganization = `<a class="button" href="/forgot-password">Ask for a link</a>
      <p><a href="/own-organization">Begin with an organization of your own</a></p>`

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
 * Returns a page that leads on to the console. The browser sends the session cookie only with a request from
 * a page of this site.
 */
export function signedInPage(cookie: Readonly<Record<string, string>>): Answer {
  const head = '\n    <meta http-equiv="refresh" content="0; url=/">'
  const page = plainPage('Signing in', 'One moment.', '<a class="button" href="/">Go on</a>', head)
  return { status: 200, headers: { ...pageHeaders, ...cookie }, body: Buffer.from(page) }
}
