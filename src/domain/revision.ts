import { DomainError } from './errors.ts'
import { canonicalText } from './text/canonical-text.ts'

/**
 * A thing that people edit, such as a table or spinner. Each change increases its revision, so that an edit
 * based on an older revision is refused.
 */
export interface Revised {
  readonly revision: number
}

/**
 * Returns the revision of a thing that stores none, such as a set of rules. The number, of at most nine digits, depends
 * on the content only, whatever the order of its keys.
 */
export function revisionOfContent(content: object): number {
  const text = canonicalText(content)
  // The hash FNV-1a.
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash % 1_000_000_000
}

/**
 * Throws if the thing was changed since the editor read it. `expected` is the revision that the editor read;
 * null skips the check.
 */
export function assertRevision({ revision }: Revised, expected: number | null): void {
  if (expected !== null && expected !== revision) throw changedSinceRead()
}

/** Returns the error for an edit that is refused because the thing was changed since the editor read it. */
export function changedSinceRead(): DomainError {
  return new DomainError('CONFLICT', {
    message: 'The resource was changed since you read it; nothing was written. Read it again',
    // Tells clients this conflict from others of the same request. The console then offers to replace the other change.
    errors: [{ pointer: '#header/If-Match', code: 'OUTDATED' }],
  })
}
