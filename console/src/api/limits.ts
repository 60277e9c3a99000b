/**
 * The limits of the API that the console checks before it sends a request. The API enforces them. If a limit in
 * this file is lower than in the API, the console refuses what the API takes; `limits.test.ts` compares both.
 */

/** Maximum number of steps of a spinner, including the steps in branches. */
export const maxSteps = 40
/** Maximum number of branch and split steps around a step. */
export const deepestStep = 2
/** Maximum number of branches of a branch or split step. The branch for all other records does not count. */
export const maxBranches = 10
export const maxAttachments = 10
export const maxWaitSeconds = 90 * 86_400
/** The limit of the time-out of a wait-until step, and of the time before or after its date. */
export const maxWaitUntilSeconds = 366 * 86_400

/** Maximum depth of a condition. A group within a group counts as two. */
export const deepestWhere = 5
export const maxComparisons = 50
/** Maximum number of values in a comparison with a list. */
export const maxWhereValues = 1_000
/** Maximum number of days in which a question about the person counts messages. */
export const maxWithinDays = 3_650

export const maxTriggerFields = 50
export const maxGoalDays = 365
export const maxHoldoutPercent = 50
/** Maximum number of segments that a spinner or a run excludes. */
export const maxExcludedSegments = 10
/** Maximum number of days between two starts of a record that enters a segment. */
export const maxAgainAfterDays = 3_650
/** The highest number of a spinner's pace. */
export const maxPacePerDay = 1_000_000
/** Maximum number of record ids that one trigger takes. */
export const maxRecordIds = 10_000
/** Maximum number of days between a trigger and the start of its job. */
export const maxDelayDays = 90

export const maxMatchColumns = 5
/** The bounds of the width of a column in pixels. */
export const narrowestColumn = 60
export const widestColumn = 1_000
export const maxFrozen = 20

export const minPasswordLength = 10
/** The highest value of each limit of a contact policy. */
export const maxOfPolicy = {
  daysBetweenSpinners: 365,
  messagesPerDay: 100,
  messagesPerWeek: 700,
  activePerDomain: 100_000,
}
