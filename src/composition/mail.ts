import type { Logger } from 'pino'
import { PrintedMailer } from '../adapters/mail/printed-mailer.ts'
import { SmtpMailer } from '../adapters/mail/smtp-mailer.ts'
import type { Config } from '../config.ts'
import { Mailer } from '../ports/mailer.ts'
import { provideValue } from './provide.ts'

/** Mail about accounts goes out by SMTP, or into the log for whoever runs the service. */
export const mail = ({ smtpUrl, mailFrom }: Config, logger: Logger) => [
  provideValue(
    Mailer,
    smtpUrl === null
      ? new PrintedMailer((printed) =>
          logger.warn({ mail: printed }, 'mail that is not sent: SMTP_URL is not set'),
        )
      : new SmtpMailer({
          url: smtpUrl,
          from: mailFrom,
          onFault: (error) => logger.error({ err: error }, 'a mail could not be sent'),
        }),
  ),
]
