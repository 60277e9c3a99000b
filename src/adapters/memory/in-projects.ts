import type { MemoryStore } from './store.ts'

/**
 * Returns whether a thing belongs to one of some projects; true for every thing if `projectIds` is null, and
 * otherwise false for a thing that does not exist.
 */
export function isInProjects(
  thing: { readonly projectId: string } | undefined,
  projectIds: readonly string[] | null,
): boolean {
  return projectIds === null || (thing !== undefined && projectIds.includes(thing.projectId))
}

/** Returns whether a spinner and its data table belong to some projects; true if `projectIds` is null. */
export function isSpinnerWithin(
  store: MemoryStore,
  spinnerId: string,
  projectIds: readonly string[] | null,
): boolean {
  const spinner = store.spinners.get(spinnerId)
  const table = store.tables.get(spinner?.dataTableId ?? '')
  return isInProjects(spinner, projectIds) && isInProjects(table, projectIds)
}
