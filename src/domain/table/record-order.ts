/** The orders of a list of records: in order of arrival, or newest first. */
export const recordOrders = ['arrival', 'newest'] as const
export type RecordOrder = (typeof recordOrders)[number]
