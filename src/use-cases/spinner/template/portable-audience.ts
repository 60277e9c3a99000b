import { type Audience, segmentOf } from '../../../domain/spinner/audience.ts'

/** Returns the audience of a template. A template has no segment, because a segment belongs to one data table. */
export function portableAudience(audience: Audience): Audience {
  return segmentOf(audience) === null ? audience : 'new'
}
