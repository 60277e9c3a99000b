import { Box, Stack } from '@mantine/core'
import { branchesOf, stepsWithPlaces } from '../steps/branches.ts'
import { type StepDraft, stepOf } from '../steps/step-draft.ts'
import { isAtEnd } from '../steps/step-tree.ts'
import { typeOf } from '../steps/types/step-types.ts'
import { PreviewedStepCard } from './previewed-step-card.tsx'
import { TestSend } from './test-send.tsx'
import type { PreviewOfSteps } from './use-preview.ts'

/** Lists what each step would do for the previewed record. */
export function PreviewedSteps({
  steps,
  preview,
  faulty,
  spinnerId,
  recordId,
}: {
  steps: readonly StepDraft[]
  preview: PreviewOfSteps
  /** The steps with faults, by step key. Incomplete steps are left out of the preview. */
  faulty: ReadonlyMap<string, unknown>
  spinnerId: string
  recordId: string | undefined
}) {
  let ended = false
  return (
    <Stack
      component="ol"
      aria-busy={preview.stale}
      aria-label="Steps in the preview"
      gap="sm"
      mt="md"
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
    >
      {stepsWithPlaces(steps).map(({ step, path, depth }) => {
        const previewed = preview.steps.get(step.key)
        // Whether the record does not reach the step: it takes another branch, or ended at an earlier
        // step.
        const isPassedBy = ended || (previewed === undefined && !preview.stale && preview.error === null)
        ended ||= previewed?.status === 'skips' || previewed?.status === 'fails'
        return (
          <Box component="li" key={step.key} ml={depth * 12}>
            <PreviewedStepCard
              step={step}
              path={path}
              isInBranch={depth > 0}
              isAtEnd={isAtEnd(steps, step.key)}
              taken={taken(step, preview.steps)}
              previewed={previewed}
              status={preview.left.has(step.key) ? 'incomplete' : isPassedBy ? 'not reached' : 'here'}
              faulty={faulty.has(step.key)}
            />
            {typeOf(step).canBeTested && previewed?.status === 'sends' && recordId !== undefined && (
              <TestSend key={recordId} spinnerId={spinnerId} recordId={recordId} step={stepOf(step)} />
            )}
          </Box>
        )
      })}
    </Stack>
  )
}

/**
 * Returns the name of the branch that the record takes at a step: the branch that has previewed steps; null if
 * there is none.
 */
function taken(step: StepDraft, reached: PreviewOfSteps['steps']): string | null {
  const branch = branchesOf(step).find(({ steps }) => steps.some(({ key }) => reached.has(key)))
  return branch?.name ?? null
}
