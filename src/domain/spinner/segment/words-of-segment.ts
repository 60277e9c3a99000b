import type { Evidence } from '../../reason.ts'
import { sentence } from '../../text/sentence.ts'

/** The parts of a reason that say which segment caused it. */
interface SegmentCause {
  /** The code of a recipient's reason or of an explanation; null for none. */
  readonly code: string | null
  readonly evidence: Evidence | null
}

/** Returns the id of the segment that caused a reason; null if no segment did. */
export function segmentOfCause({ code, evidence }: SegmentCause): string | null {
  const segmentId = evidence?.['segmentId']
  return code !== null && Object.hasOwn(words, code) && typeof segmentId === 'string' ? segmentId : null
}

/** Returns a reason in words that name its segment; null if no segment caused it. */
export function wordsWithSegment(cause: SegmentCause, name: string): string | null {
  const { code } = cause
  return segmentOfCause(cause) === null || !isOfSegment(code) ? null : words[code](name, cause.evidence)
}

function isOfSegment(code: string | null): code is keyof typeof words {
  return code !== null && Object.hasOwn(words, code)
}

const words = {
  IN_EXCLUDED_SEGMENT: (segment: string) =>
    sentence('The record belongs to the segment "{segment}", which is excluded', { segment }),
  LEFT_SEGMENT: (segment: string, evidence: Evidence | null) =>
    evidence?.['change'] === 'left'
      ? sentence('The record has left the segment "{segment}", so the spinner ends', { segment })
      : sentence('The record has entered the segment "{segment}", at which the spinner ends', { segment }),
  NOT_IN_SEGMENT: (segment: string) =>
    sentence('The record does not belong to the segment "{segment}", whose records the spinner takes', {
      segment,
    }),
} as const
