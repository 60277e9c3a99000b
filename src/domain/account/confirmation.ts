import { DomainError } from '../errors.ts'

/** Of an organization that a stranger has created: whether its owner's address is confirmed, and since when. */
export interface Confirmation {
  readonly organizationId: string
  /** The owner whose address it is. */
  readonly userId: string
  readonly confirmedAt: Date | null
  /** What its jobs have been allowed to send in the first day after. */
  readonly messages: number
}

const dayMs = 24 * 60 * 60 * 1000

/** Enough to try it with colleagues, too little to be worth an account for one mailing. */
const firstDayMessages = 200

/** Counts what a job may send; refuses one that may not begin. Null where nothing has to be counted any more. */
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
        'The organization sends nothing before the e-mail address of its owner is confirmed; use the link in the mail, or ask for another one in the console',
    })
  }
  if (now.getTime() >= confirmedAt.getTime() + dayMs) return null
  if (spent + messages > firstDayMessages) {
    throw new DomainError('FORBIDDEN', {
      message: `In the first 24 hours after its address is confirmed an organization sends at most ${firstDayMessages} messages; ${firstDayMessages - spent} are left, and this job could send ${messages}`,
    })
  }
  return { ...confirmation, messages: spent + messages }
}
