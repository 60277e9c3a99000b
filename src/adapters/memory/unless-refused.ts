import { DomainError } from '../../domain/errors.ts'

/** For ports that answer a refusal with null: why it was refused is then asked for apart. */
export function unlessRefused<Result>(look: () => Result): Result | null {
  try {
    return look()
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
