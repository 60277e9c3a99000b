import { type Program, programOf } from '../../src/domain/spinner/steps/program.ts'

/** Returns a spinner's program for tests that consists of `count` wait steps. */
export function programOfLength(count: number): Program {
  return programOf(Array.from({ length: count }, () => ({ type: 'wait', seconds: 1 })))
}
