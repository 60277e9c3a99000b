import { DomainError } from '../../domain/errors.ts'
import type { Sender } from '../../domain/sender/sender.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

const mostSenders = 200

/**
 * Returns the senders of an organization and locks it, so that no other request adds a sender or changes the
 * default.
 */
export async function lockedSenders(tx: Transaction, organizationId: string): Promise<readonly Sender[]> {
  await tx.organizations.lock(organizationId)
  return tx.senders.of(organizationId)
}

export function assertRoomForOneMore(senders: readonly Sender[]): void {
  if (senders.length < mostSenders) return
  const message = `An organization may have at most ${mostSenders} senders; disconnect a sender that you no longer need`
  throw new DomainError('CONFLICT', { message })
}

export function senderNotFound(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'Sender not found' })
}

export function subjectOf({ id, name }: Pick<Sender, 'id' | 'name'>) {
  return { kind: 'sender', id, name } as const
}
