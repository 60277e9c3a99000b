import { DomainError } from '../../../domain/errors.ts'
import type { Revised } from '../../../domain/revision.ts'

/** The revision as an entity tag. */
export function entityTag({ revision }: Revised): Readonly<Record<string, string>> {
  return { ETag: `"${revision}"` }
}

/** Which revision a sender has before them; null when they do not say, or mean any. */
export function revisionOf(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null
  // A proxy that compresses makes a weak tag of ours.
  const [, revision] = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(ifMatch) ?? []
  if (revision === undefined) {
    throw new DomainError('VALIDATION_FAILED', {
      message: 'If-Match must be the ETag that the resource was read with',
      errors: [{ pointer: '#header/If-Match', code: 'WRONG_FORM' }],
    })
  }
  return Number(revision)
}
