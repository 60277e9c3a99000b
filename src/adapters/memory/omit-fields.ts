/** Returns a copy of a value without the fields that only the store uses. */
export function omitFields<Value extends object, Key extends keyof Value>(
  value: Value,
  ...keys: readonly Key[]
): Omit<Value, Key> {
  const copy = { ...value }
  for (const key of keys) delete copy[key]
  return copy
}
