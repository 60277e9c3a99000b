import type { SmtpAccount } from '../../../api/schema.ts'
import type { ImapAccount } from '../../../api/sender/senders.ts'
import { t } from '../../../languages/text.ts'

/** A mail provider whose servers are known, so that a person enters only an address and a password. */
export interface Provider {
  readonly name: string
  readonly smtp: Pick<SmtpAccount, 'host' | 'port' | 'tls'>
  readonly imap: ImapAccount
  /** The kind of sender by which the provider's own sign-in connects a mailbox, if the operator has set it up. */
  readonly signIn?: 'google' | 'microsoft'
  /** A hint on the first sign-in of a mail program, such as the need for an app password. */
  readonly note?: string
  /** The page of the provider on which app passwords are created. */
  readonly appPasswordUrl?: string
}

const tls = (host: string) => ({ host, port: 465, tls: 'tls' }) as const
const startTls = (host: string) => ({ host, port: 587, tls: 'starttls' }) as const
const imap = (host: string) => ({ host, port: 993, tls: 'tls' }) as const

const appPassword = (where: string) =>
  t('Create an app password in {where} and enter it here. The usual password is refused.', { where })

export const providers: readonly Provider[] = [
  {
    name: 'Google',
    smtp: tls('smtp.gmail.com'),
    imap: imap('imap.gmail.com'),
    signIn: 'google',
    note: appPassword(t('your Google account under Security')),
    appPasswordUrl: 'https://myaccount.google.com/apppasswords',
  },
  {
    name: 'Microsoft 365',
    smtp: startTls('smtp.office365.com'),
    imap: imap('outlook.office365.com'),
    signIn: 'microsoft',
    note: t(
      'Microsoft 365 turns off the sign-in with a password at the end of December 2026, so this sender will stop sending. Ask the operator of this service to set up the sign-in by Microsoft. Until then, an admin of Microsoft 365 must allow SMTP AUTH for the mailbox.',
    ),
    appPasswordUrl: 'https://mysignins.microsoft.com/security-info',
  },
  {
    name: 'Yahoo Mail',
    smtp: tls('smtp.mail.yahoo.com'),
    imap: imap('imap.mail.yahoo.com'),
    note: appPassword(t('your Yahoo account under Security')),
    appPasswordUrl: 'https://login.yahoo.com/account/security',
  },
  {
    name: 'iCloud Mail',
    smtp: startTls('smtp.mail.me.com'),
    imap: imap('imap.mail.me.com'),
    note: appPassword(t('your Apple account under Sign-In and Security')),
    appPasswordUrl: 'https://account.apple.com/account/manage',
  },
  { name: 'Zoho Mail', smtp: tls('smtp.zoho.com'), imap: imap('imap.zoho.com') },
  {
    name: 'Fastmail',
    smtp: tls('smtp.fastmail.com'),
    imap: imap('imap.fastmail.com'),
    note: appPassword(t('Fastmail under Privacy & Security')),
  },
  {
    name: 'GMX',
    smtp: startTls('mail.gmx.net'),
    imap: imap('imap.gmx.net'),
    note: t('Allow access by POP3 and IMAP in the settings of GMX first.'),
  },
  {
    name: 'WEB.DE',
    smtp: startTls('smtp.web.de'),
    imap: imap('imap.web.de'),
    note: t('Allow access by POP3 and IMAP in the settings of WEB.DE first.'),
  },
  { name: 'IONOS', smtp: tls('smtp.ionos.com'), imap: imap('imap.ionos.com') },
  { name: 'STRATO', smtp: tls('smtp.strato.de'), imap: imap('imap.strato.de') },
  { name: 'OVHcloud', smtp: tls('ssl0.ovh.net'), imap: imap('ssl0.ovh.net') },
  { name: 'Infomaniak', smtp: tls('mail.infomaniak.com'), imap: imap('mail.infomaniak.com') },
  { name: 'mailbox.org', smtp: tls('smtp.mailbox.org'), imap: imap('imap.mailbox.org') },
  { name: 'Hostinger', smtp: tls('smtp.hostinger.com'), imap: imap('imap.hostinger.com') },
  { name: 'GoDaddy', smtp: tls('smtpout.secureserver.net'), imap: imap('imap.secureserver.net') },
]
