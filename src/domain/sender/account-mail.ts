import type { Sender } from './sender.ts'

/** A sender that MAIL_SENDER names, so that mail about accounts leaves through it. */
export interface AccountMailSender extends Pick<Sender, 'organizationId' | 'kind' | 'status' | 'email'> {
  /** Whether the organization is open: not deleted, not moving to another cell, and no test organization. */
  readonly isOpen: boolean
}

/**
 * Returns why mail about accounts cannot leave through a sender, and what the operator can do; null if it can. The account
 * must be connected at Google or Microsoft: the address of an SMTP sender is not proven, and mails such as password
 * resets must not reach a server that a stranger has entered.
 */
export function faultOfAccountMailSender(id: string, sender: AccountMailSender | null): string | null {
  if (sender === null)
    return `MAIL_SENDER names no sender of this deployment: ${id}. Connect a mailbox by Microsoft or Google, and set MAIL_SENDER to the id of its sender (GET /api/v1/senders)`
  const { kind, status, email, isOpen } = sender
  if (kind !== 'google' && kind !== 'microsoft')
    return `The sender of MAIL_SENDER (${email}) has the kind "${kind}". Set MAIL_SENDER to a sender that is connected by Microsoft or Google`
  if (!isOpen)
    return `The organization of the sender of MAIL_SENDER (${email}) is closed, moves to another cell, or is a test organization. Set MAIL_SENDER to a sender of another organization`
  if (status === 'paused')
    return `The sender of MAIL_SENDER (${email}) is paused. Resume it on the page Senders`
  if (status === 'needsAttention')
    return `The sender of MAIL_SENDER (${email}) needs attention. Connect it again on the page Senders`
  return null
}
