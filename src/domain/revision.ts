import { DomainError } from './errors.ts'

/** What people edit counts its changes, so that an edit of something older can be told from one of the present. */
export interface Revised {
  readonly revision: number
}

/** `expected` is what the editor had before them; null when they did not say. */
export function assertRevision({ revision }: Revised, expected: number | null): void {
  if (expected === null || expected === revision) return
  throw new DomainError('CONFLICT', {
    message: 'This was changed since you read it; nothing was written',
  })
}
