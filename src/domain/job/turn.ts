/**
 * A turn is worth so many slices: the work of others has waited meanwhile. What starts a job asks for a short one, so
 * that who starts many jobs gets hardly more turns than who has one large job.
 */
export const slicesPerTurn = { short: 1, full: 4 } as const

export type TurnLength = keyof typeof slicesPerTurn
