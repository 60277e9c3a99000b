/** A value as it is looked at: without what only the store keeps. */
export function without<Value extends object, Key extends keyof Value>(
  value: Value,
  ...keys: readonly Key[]
): Omit<Value, Key> {
  const copy = { ...value }
  for (const key of keys) delete copy[key]
  return copy
}
