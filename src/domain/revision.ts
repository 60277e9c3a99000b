import { DomainError } from './errors.ts'

/**
 * A thing that people edit, such as a table or spinner. Each change increases its revision, so that an edit
 * based on an older revision is refused.
 */
export interface Revised {
  readonly revision: number
}

/**
 * Throws if the thing was changed since the editor read it. `expected` is the revision that the editor read;
 * null skips the check.
 */
export function assertRevision({ revision }: Revised, expected: number | null): void {
  if (expected === null || expected === revision) return
  throw new DomainError('CONFLICT', {
    message: 'The resource was changed since you read it; nothing was written. Read it again',
    // Tells clients this conflict from others of the same request. The console then offers to replace the other change.
    errors: [{ pointer: '#header/If-Match', code: 'OUTDATED' }],
  })
}
