import { DomainError } from '../../../domain/errors.ts'
import type { DueRecipient } from '../../../domain/job/recipient/recipient.ts'
import { MissingCell, TemplateTooSlow } from '../../../ports/spinner/templates.ts'
import type { Preparing } from './step-runner.ts'

/** Returns the outcome of a recipient whose message could not be rendered because of this error. */
export function unprepared({ attempts }: DueRecipient, error: unknown): Preparing {
  if (!(error instanceof DomainError)) return Promise.reject(error)
  const reason = error.message
  // Retries once after a timeout, which a busy machine may cause. The second timeout fails the recipient,
  // because its template is too slow.
  if (error instanceof TemplateTooSlow)
    return { kind: attempts === 0 ? 'transient' : 'failed', code: 'TEMPLATE_TOO_SLOW', reason }
  if (error.kind === 'overloaded') return { kind: 'transient', code: 'TEMPLATES_BUSY', reason }
  if (error instanceof MissingCell)
    return { kind: 'failed', code: 'MISSING_CELL', reason, evidence: { column: error.column } }
  if (error.kind === 'invalid') return { kind: 'failed', code: 'TEMPLATE_FAILED', reason }
  return Promise.reject(error)
}
