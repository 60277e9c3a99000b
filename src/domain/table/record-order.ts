/** The orders of a list of records: ascending (in order of arrival) and descending (newest first). */
export const recordOrders = ['asc', 'desc'] as const
export type RecordOrder = (typeof recordOrders)[number]
