/**
 * The number of slices that a worker processes in one turn of an organization, while other organizations
 * wait. The start of a job requests a short turn, so that many small jobs get hardly more turns than one
 * large job.
 */
export const slicesPerTurn = { short: 1, full: 4 } as const

export type TurnLength = keyof typeof slicesPerTurn
