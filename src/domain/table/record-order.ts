/** Records one after the other as they came in, or the latest first. */
export const recordOrders = ['arrival', 'newest'] as const
export type RecordOrder = (typeof recordOrders)[number]
