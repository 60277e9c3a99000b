import Joi from 'joi'
import { type Audience, audienceOfSegment, audiences, segmentOf } from '../../../domain/spinner/audience.ts'

/** The form of the audience of a spinner, without its default. */
export const audienceForm = Joi.alternatives()
  .conditional(Joi.object(), {
    then: Joi.object({
      segmentId: Joi.string()
        .guid()
        .required()
        .description('The id of a segment of the data table of the spinner.'),
    }).custom(({ segmentId }: { segmentId: string }) => audienceOfSegment(segmentId.toLowerCase())),
    otherwise: Joi.valid(...audiences),
  })
  .description(
    'The records that a job takes: `new` for records that no earlier job of the spinner has taken, `all` for every record of the data table, `{ "segmentId": … }` for the records of a segment. Whether a record belongs to the segment is decided when the job takes it. If the spinner starts on records, its jobs take new records, also with a segment: a record that does not belong to the segment at its first step is skipped with the reason `NOT_IN_SEGMENT`, and no later job takes it.',
  )

export function presentAudience(audience: Audience): string | object {
  const segmentId = segmentOf(audience)
  return segmentId === null ? audience : { segmentId }
}
