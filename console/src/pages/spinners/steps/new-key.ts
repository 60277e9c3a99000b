let keys = 0

/** Returns a new key of the console, by which something is identified on the screen while it is moved. */
export const newKey = (): string => `k${++keys}`
