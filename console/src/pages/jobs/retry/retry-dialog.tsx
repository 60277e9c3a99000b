import { Alert, Modal, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failuresToRetryQuery, type ReasonCode, type Retry, useRetryFailed } from '../../../api/job/jobs.ts'
import { isProblem } from '../../../api/problem.ts'
import type { FailedGroup, Job } from '../../../api/schema.ts'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { usePlanWords } from '../../../components/test-mode/use-plan-words.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { leftToRetry } from '../failures/left-to-retry.ts'
import { wordsOfReason } from '../job-words.ts'
import { FailureChoices, type RetryGroup, useFailureChoice } from './failure-choice.tsx'

type Version = NonNullable<Retry['version']>

/** A dialog that asks which failed recipients of a job to run again, and by which version. */
export function RetryDialog({
  job,
  only,
  opened,
  onClose,
}: {
  job: Job
  /** The only failure reason that the dialog offers; all reasons if it is omitted. */
  only?: ReasonCode
  opened: boolean
  onClose: () => void
}) {
  const navigate = useNavigate()
  const retry = useRetryFailed(job.id)
  const { failures, groups, choice } = useFailedToRetry(job, only, opened)
  const [selected, setVersion] = useState<Version | null>(null)
  const published = failures.data?.publishedVersion ?? null
  const isOther = published !== null && published !== job.spinnerVersion
  // Proposes the published version if it can continue with all of these recipients, because it was usually
  // published to correct the failures.
  const isTakenUp = isOther && groups.every(({ retryableBy }) => retryableBy.published === true)
  const version = isOther ? (selected ?? (isTakenUp ? 'current' : 'same')) : 'same'
  const nameOfStep = (step: number) =>
    t('Step {path}', { path: groups.find((group) => group.step === step)?.path ?? step + 1 })
  const { count, changed } = sumOf(groups.filter((group) => choice.isChosen(countedOf(group))))
  const isNone = failures.isSuccess && groups.length === 0
  const leave = () => {
    if (retry.isPending) return
    retry.reset()
    onClose()
  }
  // True if the API refused the retry because the database was restored from a backup. Recipients who had
  // failed before may have been retried already.
  const isInDoubt =
    isProblem(retry.error) && retry.error.problem.errors?.some(({ code }) => code === 'RESTORED')
  // Names the only reason, and all reasons beside `RESTORED`, because a list of codes leaves out the others.
  const codes = only !== undefined || isInDoubt === true ? choice.codes : choice.request.codes
  const request = {
    ...choice.request,
    ...(codes === undefined
      ? {}
      : { codes: [...codes, ...(isInDoubt === true ? ['RESTORED' as const] : [])] }),
  }
  const start = () =>
    retry.mutate(
      { ...request, version },
      { onSuccess: ({ id }) => void navigate({ to: '/jobs/$jobId', params: { jobId: id } }) },
    )
  return (
    <Modal opened={opened} onClose={leave} title={t('Retry failed recipients?')}>
      <Stack gap="md">
        <RetryText only={only} />
        {isNone && <NobodyLeft />}
        {failures.isSuccess && !isNone && (
          <SinceFailed version={version} published={published} changed={changed} count={count} />
        )}
        <FailureChoices groups={groups.map(countedOf)} choice={choice} nameOfStep={nameOfStep} />
        {isOther && <VersionChoice job={job} published={published} version={version} onChange={setVersion} />}
        <ProblemAlert error={retry.error} />
        <FormFooter
          onCancel={leave}
          cancelDisabled={retry.isPending}
          isPending={retry.isPending}
          disabled={isNone || (groups.length > 0 && count === 0)}
          onAction={start}
          mt="xs"
        >
          {isInDoubt === true ? t('Retry anyway') : verbOf(count)}
        </FormFooter>
      </Stack>
    </Modal>
  )
}

/** Loads the failed recipients of a job that are left to retry, and chooses among them. */
function useFailedToRetry(job: Job, only: ReasonCode | undefined, isOn: boolean) {
  const failures = useQuery({ ...failuresToRetryQuery(job), enabled: isOn })
  const groups = (failures.data?.items ?? []).filter(
    (group) => leftToRetry(group) > 0 && (only === undefined || group.code === only),
  )
  const choice = useFailureChoice(groups.map(countedOf))
  return { failures, groups, choice }
}

/** Returns a group of failed recipients with the number that is left to retry. */
function countedOf(group: FailedGroup): RetryGroup {
  return { step: group.step, code: group.code, count: leftToRetry(group) }
}

/** Returns how many recipients of groups are left to retry, and how many of their records were changed since. */
function sumOf(groups: readonly FailedGroup[]) {
  return {
    count: groups.reduce((sum, group) => sum + leftToRetry(group), 0),
    changed: groups.reduce((sum, group) => sum + group.changed, 0),
  }
}

function RetryText({ only }: { only: string | undefined }) {
  const plan = usePlanWords()
  return (
    <>
      <Text size="sm">
        {t(
          'A new job continues at the step that failed; messages already sent are not sent again. Recipients that another job has retried, or who replied or opted out since, are left out. The retry counts as a job toward {plan}.',
          { plan },
        )}
      </Text>
      {only !== undefined && (
        <Text size="sm">
          {rich('The job retries only recipients that failed for this reason: {reason}.', {
            reason: <strong>{wordsOfReason(only)}</strong>,
          })}
        </Text>
      )}
    </>
  )
}

function NobodyLeft() {
  return (
    <Text size="sm">
      {t(
        'No failed recipients are left to retry: other jobs have retried them, they have replied or opted out since, or they are no longer stored.',
      )}
    </Text>
  )
}

/** Says what has changed since the recipients failed: the steps, their records, or nothing. */
function SinceFailed({
  version,
  published,
  changed,
  count,
}: {
  version: Version
  published: number | null
  /** The number of recipients to retry whose records were changed after they failed. */
  changed: number
  count: number
}) {
  const records =
    changed === count
      ? t('{count, plural, =1 {The record was} other {All # records were}} changed since.', { count })
      : t('{changed, number} of {count, number} records were changed since.', { changed, count })
  if (version === 'current')
    return (
      <Text size="sm" role="status">
        {t('The retry runs version {published}, which was published after the failures. {records}', {
          published,
          records,
        })}
      </Text>
    )
  if (changed === count && count > 0)
    return (
      <Text size="sm" role="status">
        {t('{records} The steps are the same as when they failed.', { records })}
      </Text>
    )
  return (
    <Alert
      color="yellow"
      variant="light"
      role="status"
      title={changed === 0 ? t('Nothing has changed since they failed') : records}
    >
      {t(
        'The steps are the same. Recipients whose records have not changed fail again for the same reason, unless you have corrected the cause outside of the spinner.',
      )}
    </Alert>
  )
}

function verbOf(count: number): string {
  if (count === 0) return t('Retry recipients')
  return count === 1 ? t('Retry 1 recipient') : t('Retry {count, number} recipients', { count })
}

function VersionChoice({
  job,
  published,
  version,
  onChange,
}: {
  job: Job
  published: number
  version: Version
  onChange: (version: Version) => void
}) {
  return (
    <Radio.Group label={t('Version')} value={version} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        <Radio
          value="same"
          label={t('Version {spinnerVersion}', { spinnerVersion: job.spinnerVersion })}
          description={t('The version of the spinner that the job ran when the recipients failed.')}
        />
        <Radio
          value="current"
          label={t('Version {published}', { published })}
          description={t(
            'The published version of the spinner. Its steps up to the failed one must have the same types, order and messages as in version {spinnerVersion}.',
            { spinnerVersion: job.spinnerVersion },
          )}
        />
      </Stack>
    </Radio.Group>
  )
}
