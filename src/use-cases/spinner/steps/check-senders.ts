import { DomainError, type ErrorItem } from '../../../domain/errors.ts'
import { programOf } from '../../../domain/spinner/steps/program.ts'
import type { Step } from '../../../domain/spinner/steps/step.ts'
import { mailOf } from '../../../domain/spinner/steps/step-capabilities.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/**
 * Refuses to publish steps that name a missing sender. Locks the other senders until the commit, and the default
 * sender if a step names none, so that they cannot be deleted. The transaction must lock slices before it calls this
 * function (docs/contribute/locks.md).
 */
export async function assertSendersExist(
  tx: Transaction,
  organizationId: string,
  steps: readonly Step[],
): Promise<void> {
  const program = programOf(steps)
  const mails = program.flatMap(({ step }) => mailOf(step) ?? [])
  const named = mails.flatMap(({ senders = [] }) => senders)
  const usesDefault = mails.some(({ senders = [] }) => senders.length === 0)
  const byDefault = usesDefault
    ? (await tx.senders.of(organizationId)).filter((sender) => sender.isDefault)
    : []
  const used = new Set([...named, ...byDefault.map((sender) => sender.id)])
  const known = new Set<string>()
  // Locks the senders in the order of their ids; otherwise two users who publish can deadlock.
  for (const id of [...used].toSorted()) {
    const sender = await tx.senders.lock(organizationId, id)
    if (sender !== null) known.add(id)
    // The default sender was read without a lock, so another request may have changed it since.
    if (byDefault.some((one) => one.id === id) && sender?.isDefault !== true)
      throw new DomainError('CONFLICT', {
        message: 'The default sender was changed at the same time; nothing was published. Try again',
      })
  }
  const errors = program.flatMap(({ step, pointer }): ErrorItem[] =>
    (mailOf(step)?.senders ?? []).every((id) => known.has(id))
      ? []
      : [{ pointer: `${pointer}/senders`, code: 'UNKNOWN_SENDER', message: gone }],
  )
  if (errors.length === 0) return
  throw new DomainError('SPINNER_INVALID', {
    message: sentence('The spinner has errors and cannot run: {fault}', { fault: gone }),
    errors,
  })
}

const gone = sentence('A sender of the step no longer exists; choose another sender')
