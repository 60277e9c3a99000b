import { segmentOf } from '../../../domain/spinner/audience.ts'
import type { DraftContent } from '../../../domain/spinner/draft-parts.ts'
import { exitSegmentOf, leftAudience } from '../../../domain/spinner/exit.ts'

/**
 * Returns the content of a spinner for a template. A template has no segments, because a segment belongs to one data
 * table.
 */
export function portableContent(content: DraftContent): DraftContent {
  const isOfSegment = segmentOf(content.audience) !== null
  return {
    ...content,
    audience: isOfSegment ? 'new' : content.audience,
    exclude: null,
    exits: content.exits.filter((exit) => exit !== leftAudience && exitSegmentOf(exit) === null),
  }
}
