import { conditionOfGoal } from '../../../domain/spinner/goal.ts'
import type { Spinner } from '../../../domain/spinner/spinner.ts'
import { programOf } from '../../../domain/spinner/steps/program.ts'
import { questionsOfStep } from '../../../domain/spinner/steps/step-capabilities.ts'
import { assertSpinners } from '../../../domain/spinner/where/assert-spinners.ts'
import { spinnerOfQuestion } from '../../../domain/spinner/where/person-question.ts'
import { questionsOf, spinnersNamedBy, type Where } from '../../../domain/spinner/where/where.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { SpinnerStore } from '../../../ports/spinner/spinners.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import type { StepFault } from './faults/step-fault.ts'

/** Refuses a condition that asks about the messages of a spinner which the organization does not have, not even in the bin. */
export async function assertSpinnersExist(
  tx: Transaction,
  organizationId: string,
  where: Where,
  code: 'AUDIENCE_INVALID' | 'VALIDATION_FAILED',
): Promise<void> {
  const ids = spinnersNamedBy(where).map(({ spinnerId }) => spinnerId)
  assertSpinners(where, await tx.spinners.unknownAmong(organizationId, ids), code)
}

/** Returns the faults of the steps and the goal that ask about the messages of a spinner which does not exist. */
export async function spinnerFaults(
  store: Pick<SpinnerStore, 'unknownAmong'>,
  { organizationId, steps, goal }: Pick<Spinner, 'organizationId' | 'steps' | 'goal'>,
): Promise<readonly StepFault[]> {
  const ofSteps = programOf(steps).flatMap(({ step, pointer }) =>
    questionsOfStep(step).map((question) => ({ pointer, question })),
  )
  const condition = conditionOfGoal(goal)
  const questions = condition === null ? [] : questionsOf(condition)
  const ofGoal = questions.map((question) => ({ pointer: '/goal', question }))
  const places = [...ofGoal, ...ofSteps].flatMap(({ pointer, question }) => {
    const id = spinnerOfQuestion(question)
    return id === null || id === '' ? [] : [{ pointer, id }]
  })
  const ids = places.map(({ id }) => id)
  const unknown = await store.unknownAmong(organizationId, ids)
  const pointers = new Set(places.flatMap(({ pointer, id }) => (unknown.includes(id) ? [pointer] : [])))
  const message = sentence('The condition asks about a spinner that does not exist; choose another spinner')
  return [...pointers].map((pointer) => ({ pointer, code: 'UNKNOWN_SPINNER', message }))
}
