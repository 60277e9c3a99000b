import { DomainError } from '../../domain/errors.ts'
import type { Sender } from '../../domain/sender/sender.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

const maxSenders = 200

/**
 * Returns the senders of an organization and locks it, so that no other request adds a sender or changes the
 * default.
 */
export async function lockedSenders(tx: Transaction, organizationId: string): Promise<readonly Sender[]> {
  await tx.organizations.lock(organizationId)
  return tx.senders.of(organizationId)
}

export function assertSpaceForOneMore(senders: readonly Sender[]): void {
  if (senders.length < maxSenders) return
  const message = `An organization may have at most ${maxSenders} senders; disconnect a sender that you no longer need`
  throw new DomainError('CONFLICT', { message })
}

/**
 * Refuses to leave an organization without a default sender while published spinners or unfinished jobs have e-mail
 * steps that name no sender. Otherwise the e-mails of such a step would leave from the server of the deployment,
 * without a notice. `advice` is added to the message.
 */
export async function assertDefaultUnused(
  tx: Transaction,
  organizationId: string,
  advice: string | null,
): Promise<void> {
  const names = await tx.senders.spinnersByDefault(organizationId)
  if (names.length === 0) return
  const spinnerNames = quoted(names)
  throw new DomainError('CONFLICT', {
    message:
      advice === null
        ? sentence(
            'This is the default sender, and published spinners or unfinished jobs have e-mail steps that name no sender: {spinnerNames}. Make another sender the default first, or unpublish these spinners and cancel their jobs',
            { spinnerNames },
          )
        : sentence(
            'This is the default sender, and published spinners or unfinished jobs have e-mail steps that name no sender: {spinnerNames}. Make another sender the default first, or unpublish these spinners and cancel their jobs. {wordsOfAdvice}',
            { spinnerNames, wordsOfAdvice: advice },
          ),
  })
}

/**
 * Returns whether a new sender becomes the default of its organization without a user's choice: it is the first sender
 * besides the one that the operator limits, and no published spinner or unfinished job has an e-mail step that names no sender. Otherwise the e-mails of these steps, which
 * leave from the server of the deployment until now, would leave from the new mailbox at once, without a notice. The
 * transaction must have locked the organization.
 */
export async function isFirstDefault(
  tx: Transaction,
  organizationId: string,
  senders: readonly Sender[],
): Promise<boolean> {
  const isFirst = senders.every(({ maxPerDay }) => maxPerDay !== null)
  return isFirst && (await tx.senders.spinnersByDefault(organizationId)).length === 0
}

/**
 * Makes the organization's default sender an ordinary sender, so that the sender with this id can become the default.
 * Returns the id of the former default; null if there was none. After the commit, call `renewWaits` for it, because
 * recipients that wait for it may get the new default instead. The transaction must have locked the organization.
 */
export async function replaceDefault(
  tx: Transaction,
  organizationId: string,
  id: string,
  at: Date,
): Promise<string | null> {
  const former = await tx.senders.unsetOtherDefault(organizationId, id)
  if (former !== null)
    await tx.jobs.outdateWaits({ organizationId, senderId: former, since: at, endsCooldown: false })
  return former
}

/** Returns names in quotation marks, for an error message. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

export function senderNotFound(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'Sender not found' })
}

export function subjectOf({ id, name }: Pick<Sender, 'id' | 'name'>) {
  return { kind: 'sender', id, name } as const
}
