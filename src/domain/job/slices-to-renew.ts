/** A part of a job that runtimes lease. */
export interface SliceOfJob {
  readonly jobId: string
  readonly slice: number
}

/**
 * Returns the slices that are left for a round over all slices, in the order of the work: from the slice after `done` to
 * the last one, then from the first one to `from`, at which the round began. `slices` are in their order.
 */
export function slicesToRenew(
  slices: readonly SliceOfJob[],
  { done, from }: { readonly done: SliceOfJob | null; readonly from: SliceOfJob | null },
): readonly SliceOfJob[] {
  const after = slices.filter((slice) => isAfter(slice, done))
  if (from === null) return after
  const hasWrapped = isAfter(from, done)
  return hasWrapped
    ? after.filter((slice) => !isAfter(slice, from))
    : [...after, ...slices.filter((slice) => !isAfter(slice, from))]
}

function isAfter(slice: SliceOfJob, other: SliceOfJob | null): boolean {
  if (other === null) return true
  return slice.jobId === other.jobId ? slice.slice > other.slice : slice.jobId > other.jobId
}
