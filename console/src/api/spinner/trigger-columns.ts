/** Returns whether a name that a step reads belongs to the data of the trigger, and not to a column of the table. */
export function isTriggerColumn(name: string): boolean {
  return name.startsWith('trigger.')
}
