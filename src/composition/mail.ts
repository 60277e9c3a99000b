import type { Logger } from 'pino'
import { PrintedMailer } from '../adapters/mail/printed-mailer.ts'
import { SmtpChannel } from '../adapters/mail/smtp-channel.ts'
import { SmtpMailer } from '../adapters/mail/smtp-mailer.ts'
import type { Config } from '../config.ts'
import { EmailChannel } from '../ports/email-channel.ts'
import { Mailer } from '../ports/mailer.ts'
import { type Binding, provideValue } from './provide.ts'

/**
 * With an SMTP server, mail goes out. Without one, mail about accounts is printed into the log for
 * whoever runs the service, and the messages of jobs stay in the outbox.
 */
export function mail(config: Config, logger: Logger): readonly Binding[] {
  const { smtpUrl: url, mailFrom: from, smtpConnections: connections } = config
  if (url === null) {
    const words = 'mail that is not sent: SMTP_URL is not set'
    return [provideValue(Mailer, new PrintedMailer((printed) => logger.warn({ mail: printed }, words)))]
  }
  const onFault = (error: unknown) => logger.error({ err: error }, 'a mail could not be sent')
  return [
    provideValue(Mailer, new SmtpMailer({ url, from, onFault })),
    provideValue(EmailChannel, new SmtpChannel({ url, from, connections })),
  ]
}
