/** The events by which a recipient can reach the goal of a spinner. */
export const goalEvents = ['message.replied'] as const

/**
 * The goal of a spinner, by which its results are compared. A recipient reaches it at most once, within some days of the
 * first message of the job.
 */
export interface Goal {
  readonly event: (typeof goalEvents)[number]
  readonly withinDays: number
}

export const maxGoalDays = 365

export function sameGoal(a: Goal | null, b: Goal | null): boolean {
  return a?.event === b?.event && a?.withinDays === b?.withinDays
}
