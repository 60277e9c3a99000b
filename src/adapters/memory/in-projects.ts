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
