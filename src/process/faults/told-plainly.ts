import { DomainError } from '../../domain/errors.ts'
import { isExpected } from './expected-fault.ts'

/** What a command prints of an error: the message where it is written for people, otherwise its stack. */
export function toldPlainly(error: unknown): string {
  const { code = '', message, stack } = error as Error & { code?: string }
  const isForPeople = error instanceof DomainError || isExpected(error) || code.startsWith('ERR_PARSE_ARGS')
  return `${isForPeople ? message : stack}\n`
}
