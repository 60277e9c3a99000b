import { CloseButton, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { failuresQuery, jobQuery } from '../../../api/job/jobs.ts'
import type { Failures } from '../../../api/schema.ts'
import { spinnerVersionQuery } from '../../../api/spinner/spinners.ts'
import { recordsByIdQuery } from '../../../api/table/records-by-id.ts'
import { inWords } from '../../../components/names/field-labels.ts'
import { nameOfRecord } from '../../../components/names/name-of-record.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { translated } from '../../../languages/catalogue.ts'
import { t } from '../../../languages/text.ts'
import { FailedSamples } from '../../jobs/failures/failed-samples.tsx'
import type { Draft } from '../draft/draft.ts'
import { useDraftPart } from '../draft/use-draft.ts'
import { stepsWithPlaces } from '../steps/branches.ts'
import classes from './fix-failures-panel.module.css'
import type { FailuresToFix } from './fix-progress.ts'
import { NextAction } from './next-action.tsx'

/**
 * Shows failed recipients of a job above the steps in the editor. The user corrects the step, publishes, and
 * continues these recipients.
 */
export function FixFailuresPanel({
  toFix: { jobId, code },
  draft,
  obstructed,
  columns,
  onProblem,
  onChoose,
  onClose,
}: {
  toFix: FailuresToFix
  draft: Draft
  obstructed: boolean
  columns: readonly string[]
  onProblem: (error: unknown) => void
  /** Called to show the record of a failed recipient in the preview. */
  onChoose: (recordId: string) => void
  onClose: () => void
}) {
  const state = useDraftPart(draft, (whole) => whole)
  const { spinner, tag } = state.stored
  const job = useQuery(jobQuery(jobId))
  const failures = useQuery({ ...failuresQuery(jobId, tag), placeholderData: keepPreviousData })
  const { data: version } = useQuery({
    ...spinnerVersionQuery(spinner.id, failures.data?.version ?? 0),
    enabled: failures.data !== undefined,
  })
  const groups = failures.data?.items.filter((group) => group.code === code) ?? []
  const samples = groups.flatMap((group) => group.samples)
  const ids = samples.map(({ recordId }) => recordId)
  const { data: records } = useQuery({
    ...recordsByIdQuery(spinner.dataTableId, ids),
    enabled: ids.length > 0,
  })
  const names = new Map(records?.map((record) => [record.id, nameOfRecord(record, columns) ?? ''] as const))
  const error = job.error ?? failures.error
  if (error !== null && (job.data === undefined || failures.data === undefined))
    return <ProblemAlert error={error} />
  return (
    <Paper
      withBorder
      p="md"
      mb="lg"
      component="section"
      aria-labelledby="failures-to-fix"
      className={classes['marked']}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} size="h4" id="failures-to-fix">
          {groups.length === 0
            ? t('Failed recipients')
            : titleOf(groups, stepsWithPlaces(version?.steps ?? []))}
        </Title>
        <CloseButton aria-label={t('Close the list of failed recipients')} onClick={onClose} />
      </Group>
      {job.data === undefined || failures.data === undefined ? (
        <Skeleton height={60} mt="sm" />
      ) : (
        <>
          {groups[0] !== undefined && (
            <Text size="sm" c="dimmed">
              {translated(groups[0].remedy)}
            </Text>
          )}
          <FailedSamples samples={samples} who={{ names }} onPreview={onChoose} />
          <NextAction
            job={job.data}
            failures={failures.data}
            groups={groups}
            code={code}
            draft={draft}
            state={state}
            obstructed={obstructed}
            onProblem={onProblem}
          />
        </>
      )}
    </Paper>
  )
}

function titleOf(groups: Failures['items'], placed: readonly { readonly path: string }[]): string {
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  const steps = [...new Set(groups.map(({ step }) => placed[step]?.path ?? String(step + 1)))]
  return t(
    '{count, plural, =1 {One recipient} other {# recipients}} failed at {stepCount, plural, =1 {step} other {steps}} {steps}: {reason}',
    {
      count,
      stepCount: steps.length,
      steps: steps.join(t(' and ')),
      reason: inWords(groups[0]?.message ?? ''),
    },
  )
}
