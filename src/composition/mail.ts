import type { Logger } from 'pino'
import { PrintedMailer } from '../adapters/channels/printed-mailer.ts'
import { noSender } from '../adapters/channels/senders/idle-channels.ts'
import { SenderMailer } from '../adapters/channels/senders/sender-mailer.ts'
import { SmtpChannel } from '../adapters/channels/smtp/smtp-channel.ts'
import { SmtpMailer } from '../adapters/channels/smtp/smtp-mailer.ts'
import { KeyRing } from '../adapters/security/key-ring.ts'
import { SignedMessageTokens } from '../adapters/security/signed-message-tokens.ts'
import type { Config } from '../config.ts'
import { Mailer } from '../ports/account/mailer.ts'
import { Clock } from '../ports/clock.ts'
import { Ids } from '../ports/ids.ts'
import { EmailChannel, SenderChannels } from '../ports/sender/message/channels.ts'
import { SenderStore } from '../ports/sender/senders.ts'
import { domainIn } from './mail-from.ts'
import { type Binding, provideMade, provideValue } from './provide.ts'

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
  const onFault = (error: unknown) => logger.error({ err: error }, 'A mail could not be sent')
  if (url === null) {
    const words = 'Mail is printed here instead of sent, because SMTP_URL is not set'
    const printed = new PrintedMailer((one) => logger.warn({ mail: one }, words))
    const { binding, close } = accountMail(config, logger, printed, onFault)
    return { bindings: [binding, ...refused], close }
  }
  const messageTokens = signedTokensOf(config, new KeyRing(config.secrets))
  const channel = new SmtpChannel({ server: { url }, from, connections, messageTokens })
  const mailer = new SmtpMailer({ url, from, onFault })
  const { binding, close } = accountMail(config, logger, mailer, onFault)
  return {
    bindings: [binding, provideValue(EmailChannel, channel), ...refused],
    close: async () => {
      channel.close()
      await close()
      await mailer.close()
    },
  }
}

/**
 * Returns the mailer for mail about accounts. If MAIL_SENDER is set, mail leaves through that sender, and by
 * `fallback` while the sender cannot send.
 */
function accountMail(
  { mailSender: senderId }: Config,
  logger: Logger,
  fallback: Mailer,
  onFault: (error: unknown) => void,
): { readonly binding: Binding; readonly close: () => Promise<void> } {
  if (senderId === null) return { binding: provideValue(Mailer, fallback), close: () => Promise.resolve() }
  const onFallback = (reason: string) =>
    logger.warn({ reason }, 'A mail about an account cannot leave by the sender of MAIL_SENDER')
  let made: SenderMailer | null = null
  const make = (senders: SenderStore, channels: SenderChannels, clock: Clock, ids: Ids) => {
    made = new SenderMailer({ senderId, fallback, onFault, onFallback }, senders, channels, clock, ids)
    return made
  }
  return {
    binding: provideMade<Mailer, [SenderStore, SenderChannels, Clock, Ids]>(
      Mailer,
      make,
      SenderStore,
      SenderChannels,
      Clock,
      Ids,
    ),
    close: async () => made?.close(),
  }
}

/**
 * Returns the object that creates and checks the signed Message-IDs and unsubscribe links of e-mails, with the
 * keys of a key ring.
 */
export function signedTokensOf({ publicApiUrl, mailFrom, cell }: Config, ring: KeyRing): SignedMessageTokens {
  return new SignedMessageTokens(ring, { publicApiUrl, fallbackMailDomain: domainIn(mailFrom), cell })
}
