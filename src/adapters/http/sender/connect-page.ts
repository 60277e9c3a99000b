import type { ProviderKind, StateFault } from '../../../domain/sender/connect-state.ts'
import type { ConnectFault } from '../../../ports/sender/mail-providers.ts'
import { escaped, pageHeaders, plainPage } from '../plain-page.ts'
import type { Answer } from '../route.ts'
import { readableAddress } from './readable-address.ts'

interface Said {
  readonly status: number
  readonly title: string
  readonly text: string
}

export type CallbackFault = ConnectFault | StateFault | 'notSignedIn' | 'notOffered' | 'full'

const providers: Readonly<Record<ProviderKind, string>> = { google: 'Google', microsoft: 'Microsoft' }

const again = 'Open "Senders" and connect the mailbox again.'

/** The pages of all faults. Each text tells the person what to do. */
const faults: Readonly<Record<CallbackFault, Said>> = {
  denied: {
    status: 403,
    title: 'Nothing was connected',
    text: `The provider was told not to let this service send. If that was a mistake: ${again}`,
  },
  missingScope: {
    status: 403,
    title: 'A permission is missing',
    text: `The permission to send mail was not given, without which the mailbox is of no use here. ${again} Leave the box for sending ticked.`,
  },
  noRefreshToken: {
    status: 502,
    title: 'The mailbox could not be connected',
    text: `The provider gave access for an hour only. Remove this service from the apps that have access in the settings of your account there; then ${again.toLowerCase().replace('open "senders"', 'open "Senders"')}`,
  },
  noAddress: {
    status: 502,
    title: 'The mailbox could not be connected',
    text: 'The provider says no confirmed e-mail address of this account. Choose an account that has a mailbox.',
  },
  refused: {
    status: 400,
    title: 'The mailbox could not be connected',
    text: `The provider did not stand by its answer, or the answer belongs to another request. ${again}`,
  },
  away: {
    status: 503,
    title: 'The provider does not answer',
    text: `Nothing was connected. Wait a minute. ${again}`,
  },
  unknown: {
    status: 400,
    title: 'This answer was not asked for',
    text: `Nobody has asked for it here, or it is not complete. ${again}`,
  },
  used: {
    status: 409,
    title: 'This answer was used already',
    text: `Each answer of a provider counts once. Look under "Senders" whether the mailbox is there; if not, connect it again.`,
  },
  expired: {
    status: 410,
    title: 'This took too long',
    text: `An answer of a provider counts for ten minutes. ${again}`,
  },
  otherSession: {
    status: 403,
    title: 'Somebody else has asked for this',
    text: 'The mailbox can only be connected in the browser and by the person who asked for it. Sign in as that person, open "Senders" and begin again. If somebody has sent you the link that led here, do not give it your mailbox.',
  },
  notSignedIn: {
    status: 401,
    title: 'You are not signed in here',
    text: 'A mailbox is connected in the browser in which it was asked for. Sign in, open "Senders" and connect it again.',
  },
  notOffered: {
    status: 404,
    title: 'This provider is not set up',
    text: 'The operator of this service has not registered it with this provider.',
  },
  full: {
    status: 409,
    title: 'There are too many senders',
    text: 'Disconnect one that is not needed any more, then connect the mailbox again.',
  },
}

const toSenders = '<a class="button" href="/senders">To the senders</a>'

export function faultPage(fault: CallbackFault, words: string | null = null): Answer {
  const { status, title, text } = faults[fault]
  const said = words === null ? '' : ` The provider says: <q>${escaped(words)}</q>`
  return {
    status,
    headers: pageHeaders,
    body: Buffer.from(plainPage(title, `${escaped(text)}${said}`, toSenders)),
  }
}

export function connectedPage(kind: ProviderKind, address: string, isNew: boolean): Answer {
  const what = isNew ? 'is a sender now' : 'is connected again'
  const text = `${escaped(readableAddress(address))} at ${providers[kind]} ${what}. Set how much it may send before a spinner uses it.`
  return {
    status: 200,
    headers: pageHeaders,
    body: Buffer.from(plainPage('The mailbox is connected', text, toSenders)),
  }
}

/**
 * Returns a page that leads to a URL of this service. The browser does not send the session cookie with a
 * redirect from another site, but does so with a request from this page.
 */
export function onwardsPage(url: string): Answer {
  const head = `\n    <meta http-equiv="refresh" content="0; url=${escaped(url)}">`
  const link = `<a class="button" href="${escaped(url)}">Go on</a>`
  const page = plainPage('Connecting the mailbox', 'One moment.', link, head)
  return { status: 200, headers: pageHeaders, body: Buffer.from(page) }
}
