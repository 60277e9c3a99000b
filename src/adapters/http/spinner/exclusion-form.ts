import Joi from 'joi'
import { excludedCodes } from '../../../domain/job/audience/named-audience.ts'
import { maxExcludedSegments, type SegmentExclusion } from '../../../domain/spinner/segment/exclusion.ts'

/** The form of the segments that a spinner or a trigger excludes, without its description. */
export const exclusionForm = Joi.object({
  segmentIds: Joi.array()
    .items(Joi.string().guid())
    .min(1)
    .max(maxExcludedSegments)
    .unique((a: string, b: string) => a.toLowerCase() === b.toLowerCase())
    .required()
    .description(`The ids of segments of the data table of the spinner, 1 to ${maxExcludedSegments}.`),
}).custom(({ segmentIds }: SegmentExclusion) => ({ segmentIds: segmentIds.map((id) => id.toLowerCase()) }))

/** The form of the number of records to which a job does not write for one reason. */
export const excludedForm = Joi.object({
  code: Joi.valid(...excludedCodes)
    .required()
    .description(
      'The reason why records are left out. `UNKNOWN`: the data table of the spinner has no such record. `DUPLICATE`: the request named the record before. `IN_EXCLUDED_SEGMENT`: the record belongs to a segment that the spinner or the request excludes. `NOT_IN_SEGMENT`: the spinner starts on records, and the record does not belong to the segment of its audience. The last two are only in rehearsals and counts, because the job decides them when it takes the record.',
    ),
  count: Joi.number()
    .integer()
    .min(1)
    .required()
    .description('The number of records that are excluded for this reason.'),
})
  .description('The number of records to which the job does not write, for one reason.')
  .meta({ named: 'ExcludedCount', examples: [{ code: 'UNKNOWN', count: 2 }] })
