import type { Job, StepProgress } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'
import { typeOf } from '../spinners/steps/types/step-types.ts'

/** The steps of a job that send messages, in their order. */
export function sendingSteps(steps: readonly StepProgress[]): readonly StepProgress[] {
  return steps.filter((step) => typeOf(step).sends)
}

/** The number of steps that the sentence names; the table of steps has all. */
const maxNamedSteps = 3

/**
 * Returns what a job has done, in words: "184 of 198 sent at step 1, 37 at step 3, 2 answered, 4 failed". Failures and
 * replies are counted over all steps. `captures` tells that the messages of the job are captured instead of sent.
 */
export function wordsOfJob(
  { counts, reasons }: Job,
  steps: readonly StepProgress[],
  captures: boolean,
): string {
  if (counts.total === 0) return t('The job has no recipients.')
  const reached = sendingSteps(steps).filter(({ passed }, index) => index === 0 || passed > 0)
  const answered = reasons.find(({ code }) => code === 'REPLIED')?.count ?? 0
  const firstOf = (passed: number, path: string) => ({ passed, total: counts.total, path })
  const words = [
    ...reached
      .slice(0, maxNamedSteps)
      .map(({ passed, path }, index) =>
        index === 0
          ? captures
            ? t('{passed, number} of {total, number} captured at step {path}', firstOf(passed, path))
            : t('{passed, number} of {total, number} sent at step {path}', firstOf(passed, path))
          : t('{passed, number} at step {path}', { passed, path }),
      ),
    reached.length === 0 &&
      t('{total, plural, one {# recipient} other {# recipients}}', { total: counts.total }),
    answered > 0 && t('{answered, number} answered', { answered }),
    counts.failed > 0 && t('{failed, number} failed', { failed: counts.failed }),
  ]
  return words.filter(Boolean).join(', ')
}

/** Returns the share of the recipients, from 0 to 1, that the first message was sent to, or that ended without it. */
export function shareSent({ counts }: Job, steps: readonly StepProgress[]): number {
  const first = sendingSteps(steps)[0]
  if (counts.total === 0 || first === undefined) return 1
  const { passed, skipped, failed, unconfirmed, stopped } = first
  return Math.min(1, (passed + skipped + failed + unconfirmed + stopped) / counts.total)
}
