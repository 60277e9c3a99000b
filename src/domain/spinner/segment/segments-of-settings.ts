import { segmentOf } from '../audience.ts'
import type { DraftContent } from '../draft-parts.ts'
import { exitSegmentOf } from '../exit.ts'
import { segmentsOfGoal } from '../goal.ts'
import { enteredSegmentOf } from '../starts.ts'
import { programOf } from '../steps/program.ts'
import type { Step } from '../steps/step.ts'
import { questionsOfStep } from '../steps/step-capabilities.ts'

type Settings = Pick<DraftContent, 'audience' | 'exclude' | 'exits' | 'goal' | 'starts'>

/** A segment that a setting of a spinner names, with the place of its name in the draft. */
interface PlacedSegment {
  readonly segmentId: string
  readonly pointer: string
}

/** Returns the segments that the settings of a spinner name: those of its audience, exclusion, starts, exits and goal. */
export function placedSegmentsOf({
  audience,
  exclude,
  exits,
  goal,
  starts,
}: Settings): readonly PlacedSegment[] {
  const ofAudience = segmentOf(audience)
  const ofStarts = enteredSegmentOf(starts)
  return [
    ...(ofStarts === null ? [] : [{ segmentId: ofStarts, pointer: '/starts/segmentId' }]),
    ...(ofAudience === null ? [] : [{ segmentId: ofAudience, pointer: '/audience/segmentId' }]),
    ...(exclude?.segmentIds ?? []).map((segmentId, index) => ({
      segmentId,
      pointer: `/exclude/segmentIds/${index}`,
    })),
    ...exits.flatMap((exit, index) => {
      const segmentId = exitSegmentOf(exit)
      return segmentId === null ? [] : [{ segmentId, pointer: `/exits/${index}/segmentId` }]
    }),
    ...segmentsOfGoal(goal),
  ]
}

export function segmentsOfSettings(settings: Settings): readonly string[] {
  return placedSegmentsOf(settings).map(({ segmentId }) => segmentId)
}

/** Returns the segments for which the steps of a spinner ask. */
export function segmentsOfSteps(steps: readonly Step[]): readonly string[] {
  return programOf(steps).flatMap(({ step }) =>
    questionsOfStep(step).flatMap((question) =>
      'segmentId' in question && question.segmentId !== '' ? question.segmentId : [],
    ),
  )
}
