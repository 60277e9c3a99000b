import { DomainError } from '../../../domain/errors.ts'
import type { DueRecipient } from '../../../domain/job/recipient/recipient.ts'
import type { ReasonCode } from '../../../domain/reason.ts'
import { MissingCell, TemplateTooSlow } from '../../../ports/spinner/templates.ts'
import type { Preparing } from './step-runner.ts'

/**
 * Returns the reason code for a recipient whose message could not be rendered because of this error; null if
 * the error has another cause than a template.
 */
export function codeOfUnprepared(error: DomainError): ReasonCode | null {
  if (error instanceof TemplateTooSlow) return 'TEMPLATE_TOO_SLOW'
  if (error.kind === 'overloaded') return 'TEMPLATES_BUSY'
  if (error instanceof MissingCell) return 'MISSING_CELL'
  return error.kind === 'invalid' ? 'TEMPLATE_FAILED' : null
}

/** Returns the outcome of a recipient whose message could not be rendered because of this error. */
export function preparationFault({ attempts }: DueRecipient, error: unknown): Preparing {
  if (!(error instanceof DomainError)) return Promise.reject(error)
  const code = codeOfUnprepared(error)
  if (code === null) return Promise.reject(error)
  const reason = error.message
  // Retries a template once if it took too long, which a busy machine may cause. A second timeout fails the
  // recipient.
  if (code === 'TEMPLATES_BUSY' || (code === 'TEMPLATE_TOO_SLOW' && attempts === 0))
    return { kind: 'transient', code, reason }
  return error instanceof MissingCell
    ? { kind: 'failed', code, reason, evidence: { column: error.column } }
    : { kind: 'failed', code, reason }
}
