/** Returns the IMAP server that most likely belongs to an SMTP server: "imap.example.com" for "smtp.example.com". */
export function imapHostFor(smtpHost: string): string {
  return smtpHost.trim().replace(/^(?:smtp|smtps|mail-?out|out(?:going)?|send|relay)(?=[.-])/i, 'imap')
}
