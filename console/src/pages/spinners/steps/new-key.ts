let keys = 0

/** A key of the console's own, by which something keeps its place on the screen while it is moved. */
export const newKey = (): string => `k${++keys}`
