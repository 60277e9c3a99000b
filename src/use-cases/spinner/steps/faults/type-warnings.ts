import { conditionOfGoal } from '../../../../domain/spinner/goal.ts'
import { placedSegmentsOf } from '../../../../domain/spinner/segment/segments-of-settings.ts'
import type { Spinner } from '../../../../domain/spinner/spinner.ts'
import { programOf } from '../../../../domain/spinner/steps/program.ts'
import type { Step } from '../../../../domain/spinner/steps/step.ts'
import {
  awaitedEventOf,
  branchesOf,
  conditionsOf,
} from '../../../../domain/spinner/steps/step-capabilities.ts'
import { segmentsNamedBy, type Where } from '../../../../domain/spinner/where/where.ts'
import type { Column } from '../../../../domain/table/data-table.ts'
import type { Segment } from '../../../../domain/table/segment/segment.ts'
import { faultsOfTypes } from '../../../../domain/table/segment/segment-faults.ts'
import { sentence } from '../../../../domain/text/sentence.ts'
import type { SegmentStore } from '../../../../ports/table/segments.ts'
import type { StepFault } from './step-fault.ts'

type DraftOfTable = Pick<
  Spinner,
  'dataTableId' | 'audience' | 'exclude' | 'exits' | 'goal' | 'starts' | 'steps'
>

/** A condition of a draft with the place of the setting or step that contains it. */
interface PlacedCondition {
  readonly pointer: string
  readonly where: Where
}

/**
 * Returns warnings about comparisons of a draft that hold for no value, because the type of their column was changed:
 * those of its steps and its goal, and of the segments that its settings and steps name.
 */
export async function typeWarnings(
  store: Pick<SegmentStore, 'ofTable'>,
  draft: DraftOfTable,
  columns: readonly Column[],
): Promise<readonly StepFault[]> {
  const conditions = conditionsIn(draft)
  const inConditions = conditions.flatMap(({ pointer, where }) =>
    faultsOfTypes(where, columns).map((fault) => ({ ...fault, pointer: withPlace(pointer, fault.pointer) })),
  )
  const named = [
    ...placedSegmentsOf(draft),
    ...conditions.flatMap(({ pointer, where }) =>
      segmentsNamedBy(where).map(({ place, segmentId }) => ({ pointer: `${pointer}${place}`, segmentId })),
    ),
  ]
  if (named.length === 0) return inConditions
  const segments = new Map((await store.ofTable(draft.dataTableId)).map((segment) => [segment.id, segment]))
  const inSegments = named.flatMap(({ pointer, segmentId }) => {
    const segment = segments.get(segmentId)
    return segment === undefined ? [] : faultsOfSegment(segment, columns, pointer)
  })
  return [...inConditions, ...inSegments]
}

function faultsOfSegment(
  { name, where }: Segment,
  columns: readonly Column[],
  pointer: string,
): readonly StepFault[] {
  return faultsOfTypes(where, columns).map(({ message, ...fault }) => ({
    ...fault,
    pointer,
    message: sentence('Segment "{segment}": {fault}', { segment: name, fault: message }),
  }))
}

function conditionsIn({ goal, steps }: DraftOfTable): readonly PlacedCondition[] {
  const ofGoal = conditionOfGoal(goal)
  return [
    ...(ofGoal === null || goal === null || !('where' in goal)
      ? []
      : [{ pointer: '/goal/where', where: ofGoal }]),
    ...programOf(steps).flatMap(({ step, pointer }) => conditionsOfStep(step, pointer)),
  ]
}

function conditionsOfStep(step: Step, pointer: string): readonly PlacedCondition[] {
  const awaited = awaitedEventOf(step)?.where ?? null
  const isBranching = branchesOf(step).length > 0
  const decided = conditionsOf(step).map((where, index) => ({
    pointer: isBranching
      ? `${pointer}/branches/${index}/where`
      : `${pointer}${'where' in step ? '/where' : ''}`,
    where,
  }))
  return awaited === null ? decided : [...decided, { pointer: `${pointer}/where`, where: awaited }]
}

/** Returns the place of a fault in a draft. The place within a condition begins with `/where`. */
function withPlace(pointer: string, place: string): string {
  return `${pointer}${place.replace(/^\/where/, '')}`
}
