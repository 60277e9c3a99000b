import { DomainError, maxErrorItems } from '../../../../domain/errors.ts'
import { maxAttachmentsBytes } from '../../../../domain/sender/message/attachment.ts'
import type { Spinner } from '../../../../domain/spinner/spinner.ts'
import { programOf } from '../../../../domain/spinner/steps/program.ts'
import type { EmailStep } from '../../../../domain/spinner/steps/step.ts'
import { mailOf } from '../../../../domain/spinner/steps/step-capabilities.ts'
import { sentence } from '../../../../domain/text/sentence.ts'
import type { Transaction } from '../../../../ports/unit-of-work.ts'
import type { StepFault } from '../faults/step-fault.ts'
import { filesNamedBy } from './step-files.ts'

/**
 * Refuses to publish e-mails whose files are missing or too large together. Locks existing files until the
 * commit.
 */
export async function assertFilesThere(
  tx: Pick<Transaction, 'files'>,
  { organizationId, steps }: Pick<Spinner, 'organizationId' | 'steps'>,
): Promise<void> {
  const named = programOf(steps).flatMap(({ step, pointer }) => {
    const mail = mailOf(step)
    return mail === null ? [] : [{ step: mail, pointer, ids: filesNamedBy(mail) }]
  })
  const all = [...new Set(named.flatMap(({ ids }) => ids))]
  if (all.length === 0) return
  const sizes = new Map((await tx.files.hold(organizationId, all)).map(({ id, size }) => [id, size] as const))
  const errors = named.flatMap(({ step, pointer: of, ids }): StepFault[] => {
    const missing = ids.filter((id) => !sizes.has(id)).map((id) => missingFile(step, of, id))
    const size = ids.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0)
    return size > maxAttachmentsBytes ? [...missing, tooMuch(of)] : missing
  })
  if (errors.length === 0) return
  throw new DomainError('SPINNER_INVALID', {
    message: sentence('The spinner has errors and cannot run: {fault}', { fault: errors[0]?.message ?? '' }),
    errors: errors.slice(0, maxErrorItems),
  })
}

function missingFile({ attachments = [] }: EmailStep, of: string, id: string): StepFault {
  const at = attachments.findIndex((attachment) => attachment.toLowerCase() === id)
  const pointer = `${of}/${at === -1 ? 'html' : `attachments/${at}`}`
  return { pointer, code: 'UNKNOWN_FILE', message: sentence('The uploaded file {id} does not exist', { id }) }
}

function tooMuch(of: string): StepFault {
  const message = sentence('The files of one message may have at most 10 MB in total')
  return { pointer: `${of}/attachments`, code: 'TOO_LARGE', message }
}
