/** The reasons why segments exclude a record, which is then a recipient of the job, which skips it. */
export const skippedCodes = ['IN_EXCLUDED_SEGMENT', 'NOT_IN_SEGMENT'] as const
export type SkippedCode = (typeof skippedCodes)[number]

export function isSkippedCode(code: string | null): code is SkippedCode {
  return skippedCodes.some((skipped) => skipped === code)
}
