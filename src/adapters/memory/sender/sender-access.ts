import { type Access, SenderAccess, SenderAccessError } from '../../../ports/sender/sender-accounts.ts'

/** `MemorySenderAccess` returns the access data that a test has set for a sender. */
export class MemorySenderAccess extends SenderAccess {
  readonly accesses = new Map<string, Access>()

  override async accessOf(_organizationId: string, senderId: string): Promise<Access> {
    const access = this.accesses.get(senderId)
    if (access === undefined) throw new SenderAccessError('The sender is not connected')
    return access
  }
}
