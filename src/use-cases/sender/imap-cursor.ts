import { DomainError } from '../../domain/errors.ts'
import { type ImapServer, imapSettings } from '../../domain/sender/imap-server.ts'
import { type MailboxCursor, readFromTime } from '../../domain/sender/inbound/mailbox.ts'
import { oneLine } from '../../domain/sender/one-line.ts'
import { MailboxFault, type MailboxReader } from '../../ports/sender/inbound/mailbox-reader.ts'
import type { Timers } from '../../ports/timers.ts'

const maxMs = 15_000

/**
 * Signs in at the IMAP server and returns the cursor after the newest mail of the inbox. Throws IMAP_REFUSED
 * with the server's reply if the sign-in fails.
 */
export async function imapCursor(
  mailboxes: MailboxReader,
  timers: Timers,
  server: ImapServer & { readonly user: string },
  password: string,
  now: Date,
): Promise<MailboxCursor> {
  const access = { kind: 'smtp', settings: imapSettings(server), password } as const
  try {
    return await mailboxes.cursorAtEnd(access, readFromTime(now), timers.abortAfter(maxMs))
  } catch (error) {
    if (error instanceof MailboxFault) throw refused(oneLine(error.message))
    throw error
  }
}

function refused(serverResponse: string): DomainError {
  const message = `The IMAP server cannot be used: ${serverResponse}`
  return new DomainError('VALIDATION_FAILED', {
    message,
    errors: [{ pointer: '/imap', code: 'IMAP_REFUSED', message }],
  })
}
