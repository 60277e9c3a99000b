import { segmentOf } from '../../../domain/spinner/audience.ts'
import type { DraftContent } from '../../../domain/spinner/draft-parts.ts'
import { exitSegmentOf, goalReached, leftAudience } from '../../../domain/spinner/exit.ts'
import { conditionOfGoal } from '../../../domain/spinner/goal.ts'
import { enteredSegmentOf, onlyOnCall } from '../../../domain/spinner/starts.ts'

/**
 * Returns the content of a spinner for a template. A template has no segments and no condition of a goal, because they
 * belong to one data table.
 */
export function portableContent(content: DraftContent): DraftContent {
  const isOfSegment = segmentOf(content.audience) !== null
  return {
    ...content,
    audience: isOfSegment ? 'new' : content.audience,
    exclude: null,
    goal: conditionOfGoal(content.goal) === null ? content.goal : null,
    exits: content.exits.filter(
      (exit) => exit !== leftAudience && exit !== goalReached && exitSegmentOf(exit) === null,
    ),
    starts: enteredSegmentOf(content.starts) === null ? content.starts : onlyOnCall,
  }
}
