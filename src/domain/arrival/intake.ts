/** What becomes of an arrival that a table cannot take as it is: refused, or held. */
export const intakes = ['strict', 'open'] as const
export type Intake = (typeof intakes)[number]

export const usualDuplicateWindowSeconds = 600
export const longestDuplicateWindowSeconds = 7 * 24 * 60 * 60

/** For how long a delivery is known again by the id that its sender gave it: promised for 72 hours. */
export const deliveriesKnownSeconds = 96 * 60 * 60
