import { ActionIcon, Alert, Box, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { ChevronLeft, ChevronRight, UserRoundSearch } from 'lucide-react'
import { isProblem } from '../../../api/problem.ts'
import type { TableRecord } from '../../../api/schema.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { messageOf } from '../../../components/message/message-of.ts'
import { nameOfRecord } from '../../../components/names/name-of-record.ts'
import { branchesOf, stepsWithPlaces } from '../steps/branches.ts'
import { type StepDraft, stepOf } from '../steps/step-draft.ts'
import { isAtEnd } from '../steps/step-tree.ts'
import { typeOf } from '../steps/types/step-types.ts'
import { PreviewedStepCard } from './previewed-step-card.tsx'
import { TestSend } from './test-send.tsx'
import type { PreviewOfSteps } from './use-preview.ts'

/** Previews what the steps would do for a real record of the table. Sends nothing. */
export function PreviewPanel({
  spinnerId,
  steps,
  preview,
  faulty,
  records,
  recordId,
  columns,
  dataTableId,
  reachesNobody,
  onChoose,
}: {
  spinnerId: string
  steps: readonly StepDraft[]
  preview: PreviewOfSteps
  /** The steps with faults, by step key. Incomplete steps are left out of the preview. */
  faulty: ReadonlyMap<string, unknown>
  records: readonly TableRecord[]
  recordId: string | undefined
  columns: readonly string[]
  dataTableId: string
  /** Whether none of the first records of the table reaches the edited step. */
  reachesNobody: boolean
  onChoose: (recordId: string) => void
}) {
  const place = records.findIndex(({ id }) => id === recordId)
  const go = (to: number) => {
    const record = records[to]
    if (record !== undefined) onChoose(record.id)
  }
  // Shows an error of the preview here only if it names no field; faults of fields are shown at their fields.
  const elsewhere = preview.error !== null && preview.faults.length === 0
  let ended = false
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h3">
        Preview
      </Title>
      <Text size="sm" c="dimmed">
        The preview shows what each step would do for one record. Nothing is sent.
      </Text>
      {records.length === 0 ? (
        <Alert variant="default" mt="md" icon={<UserRoundSearch />} title="There is no record to preview">
          <Text size="sm">
            The preview shows the steps for real records.{' '}
            <AnchorLink inherit underline="always" to="/data-tables/$dataTableId" params={{ dataTableId }}>
              Import records into the data table
            </AnchorLink>{' '}
            to see here what each recipient would get.
          </Text>
        </Alert>
      ) : (
        <>
          <Group mt="sm" gap={6} align="flex-end" wrap="nowrap">
            <NativeSelect
              flex={1}
              miw={0}
              label="Record"
              data={records.map((record, index) => ({
                value: record.id,
                label: `${index + 1}. ${nameOfRecord(record, columns) ?? `Record ${record.id}`}`,
              }))}
              value={recordId}
              onChange={(event) => onChoose(event.currentTarget.value)}
            />
            <ActionIcon
              variant="default"
              size={36}
              aria-label="Previous record"
              disabled={place <= 0}
              onClick={() => go(place - 1)}
            >
              <ChevronLeft size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={36}
              aria-label="Next record"
              disabled={place === records.length - 1}
              onClick={() => go(place + 1)}
            >
              <ChevronRight size={16} aria-hidden />
            </ActionIcon>
          </Group>
          {elsewhere && (
            <Alert color="red" variant="light" mt="sm" role="alert" title={messageOf(preview.error)}>
              {isProblem(preview.error) && <Text size="xs">Request {preview.error.problem.requestId}</Text>}
            </Alert>
          )}
          {reachesNobody && (
            <Text size="sm" mt="sm" c="dimmed" role="status">
              None of the first records of the table reaches this step.
            </Text>
          )}
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
              const isPassedBy =
                ended || (previewed === undefined && !preview.stale && preview.error === null)
              ended ||= previewed?.outcome === 'skips' || previewed?.outcome === 'fails'
              return (
                <Box component="li" key={step.key} ml={depth * 12}>
                  <PreviewedStepCard
                    step={step}
                    path={path}
                    isInBranch={depth > 0}
                    isAtEnd={isAtEnd(steps, step.key)}
                    taken={taken(step, preview.steps)}
                    previewed={previewed}
                    state={preview.left.has(step.key) ? 'incomplete' : isPassedBy ? 'not reached' : 'here'}
                    faulty={faulty.has(step.key)}
                  />
                  {typeOf(step).canBeTested && previewed?.outcome === 'sends' && recordId !== undefined && (
                    <TestSend spinnerId={spinnerId} recordId={recordId} step={stepOf(step)} />
                  )}
                </Box>
              )
            })}
          </Stack>
        </>
      )}
    </Paper>
  )
}

/**
 * Returns the name of the branch that the record takes at a step, judged by the previewed steps in the
 * branch.
 */
function taken(step: StepDraft, reached: PreviewOfSteps['steps']): string | null {
  const branch = branchesOf(step).find(({ steps }) => steps.some(({ key }) => reached.has(key)))
  return branch?.name ?? null
}
