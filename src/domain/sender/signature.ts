import { DomainError } from '../errors.ts'
import type { Correspondent } from './sender.ts'

/** The signature of a sender in plain text and in HTML, as far as it has one. */
export type Signature = Pick<Correspondent, 'signature' | 'signatureHtml'>

/**
 * Returns the signature of a sender after a change. A new plain text without HTML replaces the HTML too, so that both
 * bodies of a message end with the same signature.
 */
export function changedSignature(before: Signature, changes: Partial<Signature>): Signature {
  const { signature = before.signature } = changes
  const { signatureHtml = signature === before.signature ? before.signatureHtml : null } = changes
  if (signatureHtml === null || signature !== null) return { signature, signatureHtml }
  const message =
    'Write the signature as plain text too: most messages have a body of plain text beside the HTML'
  const errors = [{ pointer: '/signature', code: 'REQUIRED', message }]
  throw new DomainError('VALIDATION_FAILED', { message, errors })
}
