/** The last words of names of columns that hold ids or secrets, which no e-mail mentions. */
const internal = /(?:^|[\s._-])(?:ids?|uuid|guid|hash|token|password|secret|iban|ssn)$/i
/** The ends of such names that are written without separators, as in "contactId". */
const internalInOne = /[a-z](?:Ids?|IDs?|Uuid|UUID|Guid|GUID)$/

/**
 * Returns the columns that an import or a mapping makes visible to spinners if the table has no visible columns yet: all
 * columns except ids and secrets, or all columns if there are no others.
 */
export function visibleAtFirst(names: readonly string[]): string[] {
  const visible = names
    .map((name) => name.trim())
    .filter((name) => !internal.test(name) && !internalInOne.test(name))
  return visible.length > 0 ? visible : [...names]
}
