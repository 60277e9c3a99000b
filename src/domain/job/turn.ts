/**
 * The number of slices in a turn. The work of other organizations waits meanwhile. Starting a job asks for a
 * short turn, so many small jobs get hardly more turns than one large job.
 */
export const slicesPerTurn = { short: 1, full: 4 } as const

export type TurnLength = keyof typeof slicesPerTurn
