import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { faultOfAccountMailSender } from '../../domain/sender/account-mail.ts'
import { endsPasswordSignIn, passwordSignInEnds } from '../../domain/sender/refusal/password-sign-in.ts'
import type { SenderStore } from '../../ports/sender/senders.ts'
import { countWithNoun } from '../doctor/count-with-noun.ts'

interface MailWarning {
  readonly what: string
  readonly remedy: string
}

/**
 * Returns what the operator should know about the mail of this deployment: accounts that a provider will no longer accept,
 * and a sender in MAIL_SENDER that cannot send at present.
 */
export async function mailWarnings(
  senders: SenderStore,
  { smtpUrl, mailSender }: Pick<Config, 'smtpUrl' | 'mailSender'>,
): Promise<readonly MailWarning[]> {
  const warnings: MailWarning[] = []
  if (mailSender !== null) {
    const what = faultOfAccountMailSender(mailSender, await senders.accountMailSender(mailSender))
    const instead = smtpUrl === null ? 'is printed to the log' : 'leaves by SMTP_URL'
    if (what !== null) warnings.push({ what, remedy: `Until then, mail about accounts ${instead}.` })
  }
  const server = smtpUrl === null ? null : new URL(smtpUrl)
  if (server !== null && server.username !== '' && endsPasswordSignIn(server.hostname))
    warnings.push({
      what: `${passwordSignInEnds}. SMTP_URL signs in to ${server.hostname} with a password`,
      remedy:
        'Connect a mailbox by Microsoft under Senders, set MAIL_SENDER to the id of its sender for mail about accounts, and let organizations connect mailboxes of their own; or use another mail server in SMTP_URL.',
    })
  const hosts = [...(await senders.smtpHosts())].filter(([host]) => endsPasswordSignIn(host))
  const count = hosts.reduce((sum, [, ofHost]) => sum + ofHost, 0)
  if (count > 0)
    warnings.push({
      what: `${passwordSignInEnds}. ${countWithNoun(count, 'SMTP sender signs', 'SMTP senders sign')} in there`,
      remedy:
        'Set MICROSOFT_CLIENT_ID (docs/use/senders.md), and let the organizations connect these mailboxes by Microsoft. The page Senders tells them.',
    })
  return warnings
}

/** Writes the warnings about mail to the log at the start. */
export async function warnOfMail(senders: SenderStore, config: Config, logger: Logger): Promise<void> {
  for (const { what, remedy } of await mailWarnings(senders, config)) logger.warn(`${what}. ${remedy}`)
}
