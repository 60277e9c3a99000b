/** The segments whose records a spinner or a trigger excludes from an audience. */
export interface SegmentExclusion {
  readonly segmentIds: readonly string[]
}

export const maxExcludedSegments = 10

export function sameExclusion(a: SegmentExclusion | null, b: SegmentExclusion | null): boolean {
  return a?.segmentIds.join() === b?.segmentIds.join()
}

/** Returns the segments of several exclusions, each once. */
export function segmentsExcludedBy(...exclusions: readonly (SegmentExclusion | null)[]): readonly string[] {
  return [...new Set(exclusions.flatMap((exclusion) => exclusion?.segmentIds ?? []))]
}
