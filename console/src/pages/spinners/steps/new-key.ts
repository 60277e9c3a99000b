let keys = 0

/** Returns a new key that identifies a step or another item on the screen while it is moved. */
export const newKey = (): string => `k${++keys}`
