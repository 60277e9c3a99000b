import Joi from 'joi'
import {
  exitIntoSegment,
  exitSegmentOf,
  exitSegmentsOf,
  exits,
  goalReached,
  leftAudience,
  maxExitSegments,
  type SpinnerExit,
} from '../../../domain/spinner/exit.ts'

const ofSegment = Joi.object({
  segmentId: Joi.string()
    .guid()
    .required()
    .description(
      'The id of a segment of the data table of the spinner. A record that belongs to it is stopped.',
    ),
}).custom(({ segmentId }: { segmentId: string }) => exitIntoSegment(segmentId.toLowerCase()))

/** The form of the exits of a spinner, without their default. */
export const exitsForm = Joi.array()
  .items(
    Joi.alternatives().conditional(Joi.object(), {
      then: ofSegment,
      otherwise: Joi.valid(...exits, leftAudience, goalReached),
    }),
  )
  .max(exits.length + 2 + maxExitSegments)
  .unique()
  .custom((chosen: readonly SpinnerExit[], { error }) =>
    exitSegmentsOf(chosen).length > maxExitSegments ? error('array.max', { limit: maxExitSegments }) : chosen,
  )
  .description(
    `The events that stop a recipient before its next message: \`reply\`, \`bounce\` (hard), \`unsubscribe\` (or a report as spam). \`autoReply:hold\` only holds the recipient while an out-of-office reply announces an absence. \`{ "segmentId": … }\` stops a recipient whose record belongs to the segment, for example because the person has become a customer; at most ${maxExitSegments}. \`leftAudience\` stops a recipient whose record no longer belongs to the segment of the audience. The reason of both is \`LEFT_SEGMENT\`. \`goalReached\` stops a recipient whose record meets the condition of the goal (\`GOAL_REACHED\`). The three are checked before each message and each webhook.`,
  )

export function presentExits(chosen: readonly SpinnerExit[]): readonly (string | object)[] {
  return chosen.map((exit) => {
    const segmentId = exitSegmentOf(exit)
    return segmentId === null ? exit : { segmentId }
  })
}
