import { DomainError, maxErrorItems } from '../../../domain/errors.ts'
import { segmentOf } from '../../../domain/spinner/audience.ts'
import { goalReached, leftAudience } from '../../../domain/spinner/exit.ts'
import { conditionOfGoal } from '../../../domain/spinner/goal.ts'
import { placedSegmentsOf } from '../../../domain/spinner/segment/segments-of-settings.ts'
import type { Spinner } from '../../../domain/spinner/spinner.ts'
import { enteredSegmentOf, type Starts } from '../../../domain/spinner/starts.ts'
import { programOf } from '../../../domain/spinner/steps/program.ts'
import { questionsOfStep } from '../../../domain/spinner/steps/step-capabilities.ts'
import type { Where } from '../../../domain/spinner/where/where.ts'
import { entryAsksAboutPeople } from '../../../domain/table/segment/entry-condition.ts'
import type { Segment } from '../../../domain/table/segment/segment.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { SegmentStore } from '../../../ports/table/segments.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { spinnerFaults } from './check-spinners.ts'
import type { StepFault } from './faults/step-fault.ts'

type ContentOfTable = Pick<
  Spinner,
  'organizationId' | 'dataTableId' | 'audience' | 'exclude' | 'exits' | 'goal' | 'starts' | 'steps'
>

/**
 * Refuses to publish a spinner whose settings or steps name a segment that its data table does not have, or a spinner that
 * does not exist. A condition that excludes such a segment would hold for every record. Refuses starts on entries into a segment that asks about people,
 * and goals that ask about people.
 */
export async function assertSegmentsExist(tx: Transaction, content: ContentOfTable): Promise<void> {
  const errors = [
    ...(await segmentFaults(tx.segments, content)),
    ...(await spinnerFaults(tx.spinners, content)),
  ].slice(0, maxErrorItems)
  const [first] = errors
  if (first === undefined) return
  throw new DomainError('SPINNER_INVALID', {
    message: sentence('The spinner has errors and cannot run: {fault}', { fault: first.message }),
    errors,
  })
}

/** Returns the faults of the segments that settings and steps name. */
export async function segmentFaults(
  store: Pick<SegmentStore, 'ofTable'>,
  { dataTableId, steps, ...settings }: ContentOfTable,
): Promise<readonly StepFault[]> {
  const questions = programOf(steps).flatMap(({ step, pointer }) =>
    questionsOfStep(step).flatMap((question) =>
      'segmentId' in question && question.segmentId !== '' ? [{ pointer, id: question.segmentId }] : [],
    ),
  )
  const exitFaults = faultsOfExits(settings)
  const inSettings = placedSegmentsOf(settings)
  const goal = conditionOfGoal(settings.goal)
  if (questions.length === 0 && inSettings.length === 0 && goal === null) return exitFaults
  const segments = await store.ofTable(dataTableId)
  const stored = new Set(segments.map(({ id }) => id))
  const pointers = new Set(questions.flatMap(({ pointer, id }) => (stored.has(id) ? [] : [pointer])))
  const code = 'UNKNOWN_SEGMENT'
  const message = sentence(
    'The step asks for a segment that the data table does not have; choose another segment',
  )
  const ofSteps = [...pointers].map((pointer) => ({ pointer, code, message }))
  const ofSettings = inSettings.flatMap(({ segmentId, pointer }) =>
    stored.has(segmentId)
      ? []
      : [
          {
            pointer,
            code,
            message: sentence('The settings name a segment that the data table does not have'),
          },
        ],
  )
  const ofEntry = entryFaults(settings.starts, segments)
  const ofGoal = goal === null ? [] : goalFaults(goal, segments)
  return [...exitFaults, ...ofSettings, ...ofEntry, ...ofGoal, ...ofSteps].slice(0, maxErrorItems)
}

function entryFaults(starts: Starts, segments: readonly Segment[]): readonly StepFault[] {
  const segment = segments.find(({ id }) => id === enteredSegmentOf(starts))
  if (segment === undefined || !entryAsksAboutPeople({ segmentId: segment.id }, segments)) return []
  const message = sentence(
    'The segment "{segment}" asks about messages, replies or suppressed addresses, so no change of a record makes it enter; move these questions to a condition step at the beginning of the spinner',
    { segment: segment.name },
  )
  return [{ pointer: '/starts/segmentId', code: 'ENTRY_ASKS_ABOUT_PEOPLE', message }]
}

/** Returns the fault of a goal whose condition no change of a record and no time makes true. */
function goalFaults(goal: Where, segments: readonly Segment[]): readonly StepFault[] {
  if (!entryAsksAboutPeople(goal, segments)) return []
  const message = sentence(
    'The condition of the goal asks about messages, replies or suppressed addresses, so no change of a record makes it true; choose a condition on columns, or the goal "message.replied"',
  )
  return [{ pointer: '/goal', code: 'GOAL_ASKS_ABOUT_PEOPLE', message }]
}

/**
 * Returns the faults of the exits `leftAudience`, if the audience is no segment that a record could leave, and
 * `goalReached`, if the goal has no condition that a record could meet.
 */
function faultsOfExits({
  audience,
  exits,
  goal,
}: Pick<Spinner, 'audience' | 'exits' | 'goal'>): readonly StepFault[] {
  const faults: StepFault[] = []
  const leftIndex = exits.indexOf(leftAudience)
  if (leftIndex >= 0 && segmentOf(audience) === null)
    faults.push({
      pointer: `/exits/${leftIndex}`,
      code: 'AUDIENCE_NOT_SEGMENT',
      message: sentence('The exit "leftAudience" needs the records of a segment as the audience'),
    })
  const goalIndex = exits.indexOf(goalReached)
  if (goalIndex >= 0 && conditionOfGoal(goal) === null)
    faults.push({
      pointer: `/exits/${goalIndex}`,
      code: 'GOAL_WITHOUT_CONDITION',
      message: sentence(
        'The exit "goalReached" needs a goal with a condition or a segment; for replies, choose the exit "reply"',
      ),
    })
  return faults
}
