import type { Program } from '../../../../domain/spinner/steps/program.ts'
import type { StepFault } from './step-fault.ts'

export interface DraftFault extends StepFault {
  /**
   * The position of the faulty step in words, for example "1 › Yes › 2"; null if the fault belongs to no
   * step.
   */
  readonly path: string | null
}

/** Returns faults of steps with the positions of their steps in words. */
export function withPaths(program: Program, faults: readonly StepFault[]): readonly DraftFault[] {
  return faults.map((fault) => ({
    ...fault,
    path: program.findLast(({ pointer }) => `${fault.pointer}/`.startsWith(`${pointer}/`))?.path ?? null,
  }))
}
