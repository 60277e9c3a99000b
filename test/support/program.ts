import { type Program, programOf } from '../../src/domain/spinner/steps/program.ts'

/** So many steps, one after the other. */
export function programOfLength(count: number): Program {
  return programOf(Array.from({ length: count }, () => ({ type: 'wait', seconds: 1 })))
}
