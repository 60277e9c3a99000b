import type { FailingMail } from '../../../domain/sender/heard/failing-mail.ts'
import type {
  DueMailbox,
  MailboxCursor,
  MailboxTrouble,
  MailboxView,
} from '../../../domain/sender/heard/mailbox.ts'

/** What became of a turn at a mailbox. */
export interface MailboxTurn {
  readonly senderId: string
  readonly holder: string
  /** Null leaves it where it was. */
  readonly cursor: MailboxCursor | null
  readonly trouble: MailboxTrouble | null
  readonly failingMails: readonly FailingMail[]
  readonly dueInSeconds: number
}

/** How far the mailboxes of senders were read. One reader of many has a mailbox at a time. */
export abstract class Mailboxes {
  /**
   * Takes the mailbox that has been due for longest; null when none is due. It becomes due again after the seconds
   * unless it is kept. Mailboxes of the organizations in `without` are left to a later call.
   */
  abstract take(holder: string, seconds: number, without: readonly string[]): Promise<DueMailbox | null>
  /** Nothing where another has it by now. */
  abstract keep(turn: MailboxTurn): Promise<void>
  /** Gives a mailbox back unread, so that another reader may take it at once. */
  abstract release(turn: Pick<MailboxTurn, 'senderId' | 'holder'>): Promise<void>
  /** Stores the failing mails in the middle of a turn. Does nothing where another reader has the mailbox by now. */
  abstract noteFailing(turn: Pick<MailboxTurn, 'senderId' | 'holder' | 'failingMails'>): Promise<void>
  abstract list(organizationId: string): Promise<readonly MailboxView[]>
  /** Clears away a part of what was heard before a moment; false when there is nothing left. */
  abstract forgetHeard(before: Date): Promise<boolean>
}
