/**
 * The number of slices (parts of jobs) that a runtime processes for one organization before it is another
 * organization's turn. A started job requests a short turn. Many small jobs therefore get hardly more turns
 * than one large job.
 */
export const slicesPerTurn = { short: 1, full: 4 } as const

export type TurnLength = keyof typeof slicesPerTurn
