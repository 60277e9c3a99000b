import { Alert, Button, List, Modal, Radio, Stack, Text } from '@mantine/core'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { type Retry, useRetryFailedOfSpinner } from '../../../api/job/jobs.ts'
import type { Spinner, SpinnerRetry, VersionFigures } from '../../../api/schema.ts'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'
import { shortIdOf } from '../../../components/job/short-id.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { showDone } from '../../../components/show-done.ts'
import { usePlanWords } from '../../../components/test-mode/use-plan-words.ts'
import { translated } from '../../../languages/catalogue.ts'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { FailureChoices, type RetryGroup, useFailureChoice } from './failure-choice.tsx'

/** Opens the dialog that retries the failed recipients of all jobs of a spinner. Absent if none are left to retry. */
export function RetryAllJobs({
  spinner,
  versions,
}: {
  spinner: Spinner
  versions: readonly VersionFigures[]
}) {
  const [isOpen, setOpen] = useState(false)
  const isLeft = versions.some(({ steps }) => steps.some(({ failed, retried }) => failed > retried))
  if (!isLeft && !isOpen) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<RotateCcw size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('Retry failures')}
      </Button>
      {isOpen && <RetryDialog spinner={spinner} versions={versions} onClose={() => setOpen(false)} />}
    </>
  )
}

function RetryDialog({
  spinner: { id, publishedVersion },
  versions,
  onClose,
}: {
  spinner: Spinner
  versions: readonly VersionFigures[]
  onClose: () => void
}) {
  const plan = usePlanWords()
  const retry = useRetryFailedOfSpinner(id)
  const [version, setVersion] = useState<Retry['version']>('same')
  const groups = groupsOf(versions)
  const choice = useFailureChoice(groups)
  const start = () =>
    retry.mutate(
      { ...choice.request, version },
      {
        onSuccess: ({ items, refused, hasMore }) => {
          showDone(
            t('{count, plural, one {# job was started} other {# jobs were started}}', {
              count: items.length,
            }),
          )
          if (refused.length === 0 && !hasMore) onClose()
        },
      },
    )
  return (
    <Modal opened onClose={onClose} title={t('Retry failures of all jobs?')}>
      <Stack gap="md">
        <Text size="sm">
          {t(
            'For each job with failed recipients, a new job continues at the steps that failed; messages already sent are not sent again. Recipients that another job has retried, or who replied or opted out since, are left out. Each new job counts as a job toward {plan}.',
            { plan },
          )}
        </Text>
        <FailureChoices groups={groups} choice={choice} nameOfStep={(step) => nameOfStep(versions, step)} />
        {publishedVersion !== null && (
          <Radio.Group
            label={t('Version')}
            value={version}
            onChange={(value) => setVersion(value === 'current' ? value : 'same')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="same" label={t('The version of each job')} />
              <Radio
                value="current"
                label={t('Version {published}', { published: publishedVersion })}
                description={t(
                  'The published version. Jobs with other steps before the failed one are refused.',
                )}
              />
            </Stack>
          </Radio.Group>
        )}
        <ProblemAlert error={retry.error} />
        {retry.data !== undefined && <Refused result={retry.data} />}
        <FormFooter
          onCancel={onClose}
          isPending={retry.isPending}
          disabled={!groups.some(choice.isChosen)}
          onAction={start}
        >
          {t('Retry recipients')}
        </FormFooter>
      </Stack>
    </Modal>
  )
}

/** Names the jobs whose failed recipients were not retried, and says whether more jobs are left. */
function Refused({ result: { refused, hasMore } }: { result: SpinnerRetry }) {
  return (
    <Alert color="yellow" variant="light" role="status" title={t('Some jobs are left')}>
      <List size="sm" spacing={4}>
        {refused.map(({ jobId, message }) => (
          <List.Item key={jobId}>
            {rich('{job}: {message}', {
              job: (
                <AnchorLink inherit to="/jobs/$jobId" params={{ jobId }} underline="always">
                  {t('Job {id}', { id: shortIdOf(jobId) })}
                </AnchorLink>
              ),
              message: translated(message),
            })}
          </List.Item>
        ))}
        {hasMore && (
          <List.Item>{t('More than 100 jobs have failed recipients. Retry again to continue.')}</List.Item>
        )}
      </List>
    </Alert>
  )
}

/** Returns the failed recipients of all versions by step and reason. */
function groupsOf(versions: readonly VersionFigures[]): RetryGroup[] {
  const groups = new Map<string, RetryGroup>()
  for (const { steps } of versions)
    for (const { step, reasons } of steps)
      for (const { status, code, count } of reasons) {
        if (status !== 'failed') continue
        const key = `${step} ${code}`
        groups.set(key, { step, code, count: count + (groups.get(key)?.count ?? 0) })
      }
  return [...groups.values()]
}

function nameOfStep(versions: readonly VersionFigures[], index: number): string {
  const placed = versions.flatMap(({ steps }) => steps.filter(({ step }) => step === index))[0]
  return t('Step {path}', { path: placed?.path ?? index + 1 })
}
