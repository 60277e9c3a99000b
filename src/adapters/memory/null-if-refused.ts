import { DomainError } from '../../domain/errors.ts'

/**
 * Returns the result of `look`, or null if it throws a `DomainError`. For ports that return null for a
 * refusal, whose reason the caller then looks up separately.
 */
export function nullIfRefused<Result>(look: () => Result): Result | null {
  try {
    return look()
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
