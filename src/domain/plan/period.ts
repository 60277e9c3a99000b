/** Returns the UTC calendar month in which a moment is counted, such as `2026-11`. */
export function periodOf(moment: Date): string {
  return moment.toISOString().slice(0, 7)
}

export function nextPeriodStart(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 1))
}
