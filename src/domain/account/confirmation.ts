import { DomainError } from '../errors.ts'

/** The state of the owner's address confirmation, for an organization that a stranger created. */
export interface Confirmation {
  readonly organizationId: string
  /** The id of the owner whose e-mail address must be confirmed. */
  readonly userId: string
  readonly confirmedAt: Date | null
  /** The number of messages that jobs were permitted to send so far in the 24 hours after the confirmation. */
  readonly messages: number
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * The highest number of messages that a new organization may send in the 24 hours after its confirmation:
 * enough for a test with colleagues, too few for spam.
 */
const firstDayMessages = 200

/**
 * Returns the confirmation of an organization with the messages of a new job added to its count. Throws if the
 * address is not confirmed yet, or if the job could exceed the limit of the first day. Returns null if the
 * organization needs no confirmation or its first 24 hours are over.
 */
export function spendFirstDay(
  confirmation: Confirmation | null,
  messages: number,
  now: Date,
): Confirmation | null {
  if (confirmation === null) return null
  const { confirmedAt, messages: spent } = confirmation
  if (confirmedAt === null) {
    throw new DomainError('FORBIDDEN', {
      message:
        'The organization cannot send until its owner has confirmed their e-mail address. Open the link in the confirmation e-mail, or request another one in the console',
    })
  }
  if (now.getTime() >= confirmedAt.getTime() + dayMs) return null
  if (spent + messages > firstDayMessages) {
    throw new DomainError('FORBIDDEN', {
      message: `In the first 24 hours after its address is confirmed, an organization may send ${firstDayMessages} messages. ${firstDayMessages - spent} are left, but this job could send ${messages}; use fewer records, or wait until the 24 hours are over`,
    })
  }
  return { ...confirmation, messages: spent + messages }
}

/** Returns the confirmation of an organization without the messages of a job that was counted and did not start. */
export function giveBackFirstDay(confirmation: Confirmation, messages: number): Confirmation {
  return { ...confirmation, messages: Math.max(0, confirmation.messages - messages) }
}
