/**
 * The number of slices (parts of jobs) that a runtime processes for one organization before it is another
 * organization's turn. An idle runtime takes a short turn for a job that was just started; turns of the queue are
 * full.
 */
export const slicesPerTurn = { short: 1, full: 4 } as const

export type TurnLength = keyof typeof slicesPerTurn
