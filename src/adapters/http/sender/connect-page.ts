import type { ProviderKind, StateFault } from '../../../domain/sender/connect-state.ts'
import type { Texts } from '../../../domain/text/texts.ts'
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

/** Returns the pages of all faults of connecting a mailbox. Each text tells the person how to continue. */
const faultsIn = (texts: Texts): Readonly<Record<CallbackFault, Said>> => ({
  ...faultsOfProvider(texts),
  ...faultsOfLink(texts),
})

/** The faults of the provider, and of the permission that a person gave there. */
function faultsOfProvider({ t }: Texts) {
  const again = t('Open "Senders" and connect the mailbox again.')
  return {
    denied: {
      status: 403,
      title: t('Nothing was connected'),
      text: `${t('You declined the permission to send at the provider. If that was a mistake:')} ${again}`,
    },
    missingScope: {
      status: 403,
      title: t('A permission is missing'),
      text: t(
        'You did not allow this service to send e-mail, which it needs. {again} Leave the box for sending ticked.',
        { again },
      ),
    },
    noRefreshToken: {
      status: 502,
      title: t('The mailbox could not be connected'),
      text: t(
        'The provider gave access only for one hour. In your account at the provider, remove this service from the apps that have access. Then open "Senders" and connect the mailbox again.',
      ),
    },
    noAddress: {
      status: 502,
      title: t('The mailbox could not be connected'),
      text: t(
        'The provider gave no confirmed e-mail address for this account. Choose an account that has a mailbox.',
      ),
    },
    refused: {
      status: 400,
      title: t('The mailbox could not be connected'),
      text: `${t('The answer of the provider could not be verified, or belongs to another request.')} ${again}`,
    },
    away: {
      status: 503,
      title: t('The provider does not answer'),
      text: `${t('Nothing was connected. Wait a minute.')} ${again}`,
    },
  }
}

/** The faults of the link back from the provider, and of this service. */
function faultsOfLink({ t }: Texts) {
  const again = t('Open "Senders" and connect the mailbox again.')
  return {
    unknown: {
      status: 400,
      title: t('The link is not valid here'),
      text: `${t('The link back from the provider belongs to no request of this service, or is not complete.')} ${again}`,
    },
    used: {
      status: 409,
      title: t('The link was already used'),
      text: t(
        'The link back from the provider works once. Check under "Senders" whether the mailbox is connected; if not, connect it again.',
      ),
    },
    expired: {
      status: 410,
      title: t('This took too long'),
      text: `${t('The link back from the provider works for ten minutes.')} ${again}`,
    },
    otherSession: {
      status: 403,
      title: t('Another person started this'),
      text: t(
        'The person who starts to connect a mailbox must finish in the same browser. Sign in as that person, open "Senders" and start again. If another person sent you the link to this page, do not connect your mailbox.',
      ),
    },
    notSignedIn: {
      status: 401,
      title: t('You are not signed in here'),
      text: t(
        'Connecting a mailbox must be finished in the browser in which it was started. Sign in, open "Senders" and connect it again.',
      ),
    },
    notOffered: {
      status: 404,
      title: t('This provider is not set up'),
      text: t(
        'The operator of this service has not set up this provider. Ask the operator, or connect a mailbox by SMTP.',
      ),
    },
    full: {
      status: 409,
      title: t('There are too many senders'),
      text: t('Disconnect a sender that you no longer need, then connect the mailbox again.'),
    },
  }
}

const toSenders = ({ t }: Texts) => `<a class="button" href="/senders">${t('Go to senders')}</a>`

export function faultPage(texts: Texts, fault: CallbackFault, serverResponse: string | null = null): Answer {
  const { t } = texts
  const { status, title, text } = faultsIn(texts)[fault]
  const quotation =
    serverResponse === null
      ? ''
      : ` ${t('The provider says: {answer}', { answer: `<q>${escaped(serverResponse)}</q>` })}`
  return {
    status,
    headers: pageHeaders,
    body: Buffer.from(plainPage(title, `${escaped(text)}${quotation}`, toSenders(texts), '', texts.language)),
  }
}

export function connectedPage(
  texts: Texts,
  kind: ProviderKind,
  { email, isNew, leavesDefault }: Connected,
): Answer {
  const { t, language } = texts
  const values = { address: escaped(readableAddress(email)), provider: providers[kind] }
  const connected = isNew
    ? t('{address} at {provider} is now a sender. Set its daily limit before a spinner uses it.', values)
    : t('{address} at {provider} is connected again. Set its daily limit before a spinner uses it.', values)
  const others = leavesDefault
    ? ` ${t('Steps of your spinners that name no sender do not use it yet: to send their e-mails from it, edit it under "Senders" and make it the default sender.')}`
    : ''
  const page = plainPage(t('The mailbox is connected'), connected + others, toSenders(texts), '', language)
  return { status: 200, headers: pageHeaders, body: Buffer.from(page) }
}

/**
 * Returns a page that leads to a URL of this service. The browser does not send the session cookie with a
 * redirect from another site, but does so with a request from this page.
 */
export function forwardPage({ t, language }: Texts, url: string): Answer {
  const head = `\n    <meta http-equiv="refresh" content="0; url=${escaped(url)}">`
  const link = `<a class="button" href="${escaped(url)}">${t('Continue')}</a>`
  const page = plainPage(
    t('Connecting the mailbox'),
    t('The mailbox is being connected.'),
    link,
    head,
    language,
  )
  return { status: 200, headers: pageHeaders, body: Buffer.from(page) }
}
