import { DomainError } from '../../domain/errors.ts'
import { isExpected } from './expected-fault.ts'

/**
 * Returns the text that a command prints for an error: the message if it tells the operator what to do,
 * otherwise the stack.
 */
export function errorTextOf(error: unknown): string {
  const { code = '', message, stack } = error as Error & { code?: string }
  const isForPeople = error instanceof DomainError || isExpected(error) || code.startsWith('ERR_PARSE_ARGS')
  return `${isForPeople ? message : stack}\n`
}
