import type { ProviderKind, StateFault } from '../../../domain/sender/connect-state.ts'
import type { ConnectFault } from '../../../ports/sender/mail-providers.ts'
import type { Connected } from '../../../use-cases/sender/finish-connect.ts'
import { escaped, pageHeaders, plainPage } from '../plain-page.ts'
import type { Answer } from '../response.ts'
import { readableAddress } from './readable-address.ts'

interface Said {
  readonly status: number
  readonly title: string
  readonly text: string
}

export type CallbackFault = ConnectFault | StateFault | 'notSignedIn' | 'notOffered' | 'full'

const providers: Readonly<Record<ProviderKind, string>> = { google: 'Google', microsoft: 'Microsoft' }

const again = 'Open "Senders" and connect the mailbox again.'

/** The pages of all faults of connecting a mailbox. Each text tells the person how to continue. */
const faults: Readonly<Record<CallbackFault, Said>> = {
  denied: {
    status: 403,
    title: 'Nothing was connected',
    text: `You declined the permission to send at the provider. If that was a mistake: ${again}`,
  },
  missingScope: {
    status: 403,
    title: 'A permission is missing',
    text: `You did not allow this service to send e-mail, which it needs. ${again} Leave the box for sending ticked.`,
  },
  noRefreshToken: {
    status: 502,
    title: 'The mailbox could not be connected',
    text: `The provider gave access only for one hour. In your account at the provider, remove this service from the apps that have access. Then ${again.toLowerCase().replace('open "senders"', 'open "Senders"')}`,
  },
  noAddress: {
    status: 502,
    title: 'The mailbox could not be connected',
    text: 'The provider gave no confirmed e-mail address for this account. Choose an account that has a mailbox.',
  },
  refused: {
    status: 400,
    title: 'The mailbox could not be connected',
    text: `The answer of the provider could not be verified, or belongs to another request. ${again}`,
  },
  away: {
    status: 503,
    title: 'The provider does not answer',
    text: `Nothing was connected. Wait a minute. ${again}`,
  },
  unknown: {
    status: 400,
    title: 'The link is not valid here',
    text: `The link back from the provider belongs to no request of this service, or is not complete. ${again}`,
  },
  used: {
    status: 409,
    title: 'The link was already used',
    text: `The link back from the provider works once. Check under "Senders" whether the mailbox is connected; if not, connect it again.`,
  },
  expired: {
    status: 410,
    title: 'This took too long',
    text: `The link back from the provider works for ten minutes. ${again}`,
  },
  otherSession: {
    status: 403,
    title: 'Another person started this',
    text: 'The person who starts to connect a mailbox must finish in the same browser. Sign in as that person, open "Senders" and start again. If another person sent you the link to this page, do not connect your mailbox.',
  },
  notSignedIn: {
    status: 401,
    title: 'You are not signed in here',
    text: 'Connecting a mailbox must be finished in the browser in which it was started. Sign in, open "Senders" and connect it again.',
  },
  notOffered: {
    status: 404,
    title: 'This provider is not set up',
    text: 'The operator of this service has not set up this provider. Ask the operator, or connect a mailbox by SMTP.',
  },
  full: {
    status: 409,
    title: 'There are too many senders',
    text: 'Disconnect a sender that you no longer need, then connect the mailbox again.',
  },
}

const toSenders = '<a class="button" href="/senders">Go to senders</a>'

export function faultPage(fault: CallbackFault, serverResponse: string | null = null): Answer {
  const { status, title, text } = faults[fault]
  const quotation = serverResponse === null ? '' : ` The provider says: <q>${escaped(serverResponse)}</q>`
  return {
    status,
    headers: pageHeaders,
    body: Buffer.from(plainPage(title, `${escaped(text)}${quotation}`, toSenders)),
  }
}

export function connectedPage(kind: ProviderKind, { email, isNew, leavesDefault }: Connected): Answer {
  const what = isNew ? 'is now a sender' : 'is connected again'
  const others = leavesDefault
    ? ' Steps of your spinners that name no sender do not use it yet: to send their e-mails from it, edit it under "Senders" and make it the default sender.'
    : ''
  const text = `${escaped(readableAddress(email))} at ${providers[kind]} ${what}. Set its daily limit before a spinner uses it.${others}`
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
export function forwardPage(url: string): Answer {
  const head = `\n    <meta http-equiv="refresh" content="0; url=${escaped(url)}">`
  const link = `<a class="button" href="${escaped(url)}">Continue</a>`
  const page = plainPage('Connecting the mailbox', 'The mailbox is being connected.', link, head)
  return { status: 200, headers: pageHeaders, body: Buffer.from(page) }
}
