import { DomainError, maxErrorItems } from '../../../domain/errors.ts'
import type { Spinner } from '../../../domain/spinner/spinner.ts'
import { programOf } from '../../../domain/spinner/steps/program.ts'
import { questionsOfStep } from '../../../domain/spinner/steps/step-capabilities.ts'
import type { SegmentStore } from '../../../ports/table/segments.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import type { StepFault } from './faults/step-fault.ts'

type StepsOfTable = Pick<Spinner, 'dataTableId' | 'steps'>

/**
 * Refuses to publish steps that ask for a segment which their data table does not have. A condition that excludes such a
 * segment would hold for every record.
 */
export async function assertSegmentsExist(tx: Transaction, steps: StepsOfTable): Promise<void> {
  const errors = await segmentFaults(tx.segments, steps)
  const [first] = errors
  if (first === undefined) return
  throw new DomainError('SPINNER_INVALID', {
    message: `The spinner has errors and cannot run: ${first.message}`,
    errors,
  })
}

/** Returns the faults of steps that ask for a segment which their data table does not have. */
export async function segmentFaults(
  store: Pick<SegmentStore, 'ofTable'>,
  { dataTableId, steps }: StepsOfTable,
): Promise<readonly StepFault[]> {
  const questions = programOf(steps).flatMap(({ step, pointer }) =>
    questionsOfStep(step).flatMap((question) =>
      'segmentId' in question && question.segmentId !== '' ? [{ pointer, id: question.segmentId }] : [],
    ),
  )
  if (questions.length === 0) return []
  const stored = new Set((await store.ofTable(dataTableId)).map(({ id }) => id))
  const pointers = new Set(questions.flatMap(({ pointer, id }) => (stored.has(id) ? [] : [pointer])))
  const message = 'The step asks for a segment that the data table does not have; choose another segment'
  return [...pointers]
    .slice(0, maxErrorItems)
    .map((pointer) => ({ pointer, code: 'UNKNOWN_SEGMENT', message }))
}
