import { Alert, Checkbox, Modal, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { failuresToRetryQuery, type Retry, useRetryFailed } from '../../../api/job/jobs.ts'
import { isProblem } from '../../../api/problem.ts'
import type { Failures, Job } from '../../../api/schema.ts'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { usePlanWords } from '../../../components/test-mode/use-plan-words.ts'
import { language } from '../../../languages/language.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { leftToRetry } from '../failures/left-to-retry.ts'
import { wordsOfReason } from '../job-words.ts'

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
  only?: Job['reasons'][number]['code']
  opened: boolean
  onClose: () => void
}) {
  const navigate = useNavigate()
  const retry = useRetryFailed(job.id)
  const { failures, groups, failed } = useFailedToRetry(job, only, opened)
  const codes = failed.map(({ code }) => code)
  const [left, setLeft] = useState<readonly string[]>([])
  const [selected, setVersion] = useState<Version | null>(null)
  const chosen = codes.filter((code) => !left.includes(code))
  const published = failures.data?.publishedVersion ?? null
  const isOther = published !== null && published !== job.spinnerVersion
  // Proposes the published version if it can continue with all of these recipients, because it was usually
  // published to correct the failures.
  const isTakenUp = isOther && groups.every(({ retryableBy }) => retryableBy.published === true)
  const version = isOther ? (selected ?? (isTakenUp ? 'current' : 'same')) : 'same'
  const { count, changed } = sumOf(groups.filter(({ code }) => code === null || chosen.includes(code)))
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
  // Sends the retry without reason codes if all reasons are chosen. Recipients who failed in an earlier
  // version of the service have no code, and a list of codes would leave them out.
  const codesOf = (): Pick<Retry, 'codes'> => {
    if (isInDoubt === true) return { codes: [...chosen, 'RESTORED'] }
    return only === undefined && left.length === 0 ? {} : { codes: chosen }
  }
  const start = () =>
    retry.mutate(
      { ...codesOf(), version },
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
        {failed.length > 1 && (
          <ReasonChoice
            failed={failed}
            chosen={chosen}
            onChange={(stored) => setLeft(codes.filter((code) => !stored.includes(code)))}
          />
        )}
        {isOther && <VersionChoice job={job} published={published} version={version} onChange={setVersion} />}
        <ProblemAlert error={retry.error} />
        <FormFooter
          onCancel={leave}
          cancelDisabled={retry.isPending}
          isPending={retry.isPending}
          disabled={isNone || (codes.length > 0 && chosen.length === 0)}
          onAction={start}
          mt="xs"
        >
          {isInDoubt === true ? t('Retry anyway') : verbOf(count)}
        </FormFooter>
      </Stack>
    </Modal>
  )
}

/** Loads the failed recipients of a job that are left to retry, by step and reason, and by reason. */
function useFailedToRetry(job: Job, only: Job['reasons'][number]['code'] | undefined, isOn: boolean) {
  const failures = useQuery({ ...failuresToRetryQuery(job), enabled: isOn })
  const groups = (failures.data?.items ?? []).filter(
    (group) => leftToRetry(group) > 0 && (only === undefined || group.code === only),
  )
  const failed = job.reasons
    .filter(({ status, code }) => status === 'failed' && (only ?? code) === code)
    .map(({ code, count }) => ({ code, count: failures.data === undefined ? count : leftOf(groups, code) }))
    .filter(({ count }) => count > 0)
  return { failures, groups, failed }
}

/** Returns how many recipients of groups are left to retry, and how many of their records were changed since. */
function sumOf(groups: Failures['items']) {
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

/** Returns how many recipients that failed for this reason are left to retry. */
function leftOf(groups: Failures['items'], reason: string): number {
  return groups.reduce((sum, group) => sum + (group.code === reason ? leftToRetry(group) : 0), 0)
}

function ReasonChoice({
  failed,
  chosen,
  onChange,
}: {
  failed: readonly Pick<Job['reasons'][number], 'code' | 'count'>[]
  chosen: readonly string[]
  onChange: (stored: readonly string[]) => void
}) {
  return (
    <Checkbox.Group label={t('Retry recipients with these failures')} value={[...chosen]} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {failed.map(({ code, count }) => (
          <Checkbox
            key={code}
            value={code}
            label={`${wordsOfReason(code)} (${count.toLocaleString(language)})`}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
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
