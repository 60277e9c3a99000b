import type { Logger } from 'pino'
import { PrintedMailer } from '../adapters/channels/printed-mailer.ts'
import { noSender } from '../adapters/channels/senders/idle-channels.ts'
import { SmtpChannel } from '../adapters/channels/smtp-channel.ts'
import { SmtpMailer } from '../adapters/channels/smtp-mailer.ts'
import { KeyRing } from '../adapters/security/key-ring.ts'
import { SignedMessageTokens } from '../adapters/security/signed-message-tokens.ts'
import type { Config } from '../config.ts'
import { Mailer } from '../ports/account/mailer.ts'
import { EmailChannel } from '../ports/sender/message/channels.ts'
import { domainIn } from './mail-from.ts'
import { type Binding, provideValue } from './provide.ts'

export interface MailFeature {
  readonly bindings: readonly Binding[]
  /**
   * Closes the open connections to the SMTP server when the service stops. Returns when the posted mails about accounts
   * have been sent or have failed.
   */
  close(): Promise<void>
}

/**
 * Returns the channels of mail. If an SMTP server is configured, mail is sent. Without a server, mail about
 * accounts is printed to the log for the operator, and messages of jobs stay in the outbox.
 */
export function mail(config: Config, logger: Logger): MailFeature {
  const { smtpUrl: url, mailFrom: from, smtpConnections: connections, sharedSender } = config
  // If the operator has switched the shared sender off, every e-mail that has no sender of the organization is
  // refused.
  const refused = sharedSender ? [] : [provideValue(EmailChannel, noSender())]
  if (url === null) {
    const words = 'Mail is printed here instead of sent, because SMTP_URL is not set'
    const printed = new PrintedMailer((one) => logger.warn({ mail: one }, words))
    return { bindings: [provideValue(Mailer, printed), ...refused], close: () => Promise.resolve() }
  }
  const onFault = (error: unknown) => logger.error({ err: error }, 'A mail could not be sent')
  const messageTokens = signedTokensOf(config, new KeyRing(config.secrets))
  const channel = new SmtpChannel({ server: { url }, from, connections, messageTokens })
  const mailer = new SmtpMailer({ url, from, onFault })
  return {
    bindings: [provideValue(Mailer, mailer), provideValue(EmailChannel, channel), ...refused],
    close: () => {
      channel.close()
      return mailer.close()
    },
  }
}

/**
 * Returns the object that creates and checks the signed Message-IDs and unsubscribe links of e-mails, with the
 * keys of a key ring.
 */
export function signedTokensOf({ publicApiUrl, mailFrom, cell }: Config, ring: KeyRing): SignedMessageTokens {
  return new SignedMessageTokens(ring, { publicApiUrl, mailDomain: domainIn(mailFrom), cell })
}
