/** The modes of a table for arrivals that do not fit: `strict` refuses them, `open` holds them. */
export const intakeModes = ['strict', 'open'] as const
export type IntakeMode = (typeof intakeModes)[number]

export const defaultDuplicateWindowSeconds = 600
export const maxDuplicateWindowSeconds = 7 * 24 * 60 * 60

/**
 * The seconds for which a delivery id is stored to detect repeats: 96 hours, which is more than the promised
 * 72 hours.
 */
export const deliveriesKnownSeconds = 96 * 60 * 60
