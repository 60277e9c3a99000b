import { DomainError } from '../../../domain/errors.ts'
import type { Revised } from '../../../domain/revision.ts'

/** Returns the ETag header with the revision of a resource. */
export function entityTag({ revision }: Revised): Readonly<Record<string, string>> {
  return { ETag: `"${revision}"` }
}

/** Returns the revision in an If-Match header; null if there is no header or it is `*`. */
export function revisionOf(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null
  // Accepts a weak ETag too, because a proxy that compresses a response turns its ETag into a weak one.
  const [, revision] = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(ifMatch) ?? []
  if (revision === undefined) {
    throw new DomainError('VALIDATION_FAILED', {
      message: 'If-Match must be the ETag of the resource as you read it',
      errors: [{ pointer: '#header/If-Match', code: 'WRONG_FORM' }],
    })
  }
  return Number(revision)
}
