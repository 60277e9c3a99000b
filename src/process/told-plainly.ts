import { DomainError } from '../domain/errors.ts'
import { ConfigurationFault } from './configuration-fault.ts'
import { StartFault } from './start-fault.ts'

/** What a command prints of an error: the message where it is written for people, otherwise its stack. */
export function toldPlainly(error: unknown): string {
  const { code = '', message, stack } = error as Error & { code?: string }
  const isForPeople =
    error instanceof DomainError ||
    error instanceof ConfigurationFault ||
    error instanceof StartFault ||
    code.startsWith('ERR_PARSE_ARGS')
  return `${isForPeople ? message : stack}\n`
}
