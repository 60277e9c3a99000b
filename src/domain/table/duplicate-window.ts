export const defaultDuplicateWindowSeconds = 600
export const maxDuplicateWindowSeconds = 7 * 24 * 60 * 60

/**
 * The seconds for which a delivery id is stored to detect repeats: 96 hours, which is more than the promised
 * 72 hours.
 */
export const deliveriesKnownSeconds = 96 * 60 * 60
