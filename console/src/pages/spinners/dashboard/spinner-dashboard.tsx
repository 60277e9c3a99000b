import { Button, Group, Paper, Select, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ListOrdered, Pencil, Play, Wrench } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../../api/account/session.ts'
import type { RecipientFilter } from '../../../api/job/jobs.ts'
import { spinnerRecipientsQuery } from '../../../api/job/steps.ts'
import type {
  DataTable,
  RecipientOfJob,
  Spinner,
  SpinnerFigures,
  StepProgress,
  VersionFigures,
} from '../../../api/schema.ts'
import { spinnerVersionQuery } from '../../../api/spinner/spinners.ts'
import { BackLink } from '../../../components/back-link.tsx'
import { ForEditors } from '../../../components/for-editors.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { t } from '../../../languages/text.ts'
import { RetryAllJobs } from '../../jobs/retry/retry-all-jobs.tsx'
import { Estimated } from '../../jobs/steps/job-steps.tsx'
import { PeopleList } from '../../jobs/steps/people-list.tsx'
import { StepFunnel } from '../../jobs/steps/step-funnel.tsx'
import { StepStatusDrawer } from '../../jobs/steps/step-status-drawer.tsx'
import { useStepStatus } from '../../jobs/steps/use-step-status.ts'
import { SpinnerResults } from '../results/spinner-results.tsx'
import { useRun } from '../run/use-run.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { TableOfSpinner } from '../table-of-spinner.tsx'
import { LatestJobsOf } from './latest-jobs-of.tsx'

/** Shows how a published spinner performs: the figures of all its jobs, step by step, and its newest jobs. */
export function SpinnerDashboard({
  spinner,
  table,
  figures,
  onEdit,
}: {
  spinner: Spinner
  table: DataTable
  figures: SpinnerFigures
  onEdit: () => void
}) {
  const run = useRun()
  const mayEdit = useMay('editor')
  const { versions } = figures
  const [requested, ask] = useState<string | null>(null)
  const of =
    versions.find(({ version }) => String(version) === requested) ??
    versions.find(({ version }) => version === spinner.publishedVersion) ??
    versions[0]
  return (
    <>
      <PageHeader
        title={spinner.name}
        above={<BackLink to="/spinners">{t('Spinners')}</BackLink>}
        description={
          <Stack gap={6} mt={4}>
            <TableOfSpinner table={table} />
            <StatusBadge spinner={spinner} />
          </Stack>
        }
        actions={
          <>
            <ForEditors>
              <RetryAllJobs spinner={spinner} versions={versions} />
              {spinner.publishedVersion !== null && (
                <Button
                  variant="default"
                  leftSection={<Play size={16} aria-hidden />}
                  onClick={() => run.ask({ ...spinner, differs: spinner.hasUnpublishedChanges })}
                >
                  {t('Run')}
                </Button>
              )}
            </ForEditors>
            <Button
              leftSection={mayEdit ? <Pencil size={16} aria-hidden /> : <ListOrdered size={16} aria-hidden />}
              onClick={onEdit}
            >
              {mayEdit ? t('Edit') : t('See the steps')}
            </Button>
          </>
        }
      />
      {run.dialog}
      <Stack gap="xl">
        {of === undefined && (
          <Text c="dimmed">
            {t('No job of this spinner has run yet. Run the spinner to see its results here.')}
          </Text>
        )}
        {of !== undefined && (
          <>
            <SpinnerResults spinner={spinner} />
            <StepsOfVersion spinner={spinner} figures={figures} of={of} onVersion={ask} />
            <LatestJobsOf spinner={spinner} />
          </>
        )}
      </Stack>
    </>
  )
}

/** Shows the figures of one version of the spinner, and chooses the version. */
function StepsOfVersion({
  spinner,
  figures: { versions, hasMore },
  of,
  onVersion,
}: {
  spinner: Spinner
  figures: SpinnerFigures
  of: VersionFigures
  onVersion: (version: string | null) => void
}) {
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="how-it-goes">
      <Group justify="space-between" align="flex-start" gap="sm" mb="xs">
        <div>
          <Title order={2} id="how-it-goes">
            {t('Recipients by step')}
          </Title>
          <Text size="sm" c="dimmed" className="numbers">
            {wordsOf(of, hasMore)}
          </Text>
        </div>
        {versions.length > 1 && (
          <Select
            aria-label={t('Version')}
            w={230}
            allowDeselect={false}
            value={String(of.version)}
            onChange={onVersion}
            data={versions.map(({ version, jobs }) => ({
              value: String(version),
              label:
                version === spinner.publishedVersion
                  ? t('Version {version}, published · {countOfJobs}', {
                      version,
                      countOfJobs: countOfJobs(jobs),
                    })
                  : t('Version {version} · {countOfJobs}', { version, countOfJobs: countOfJobs(jobs) }),
            }))}
          />
        )}
      </Group>
      <VersionFunnel key={of.version} spinner={spinner} of={of} />
    </Paper>
  )
}

function countOfJobs(jobs: number): string {
  return t('{jobs, plural, one {# job} other {# jobs}}', { jobs })
}

function wordsOf({ jobs, open, recipients, notStarted }: VersionFigures, hasMore: boolean): string {
  const words = [
    hasMore ? t('The latest {countOfJobs}', { countOfJobs: countOfJobs(jobs) }) : countOfJobs(jobs),
    open > 0 && t('{open, number} still running', { open }),
    t('{recipients, plural, one {# recipient} other {# recipients}}', { recipients }),
    notStarted > 0 &&
      (notStarted === 1
        ? t('1 recipient has not started yet')
        : t('{notStarted, number} recipients have not started yet', { notStarted })),
  ]
  return words.filter(Boolean).join(' · ')
}

function VersionFunnel({ spinner, of }: { spinner: Spinner; of: VersionFigures }) {
  const { data: version } = useQuery(spinnerVersionQuery(spinner.id, of.version))
  const { opened, choose, setReason } = useStepStatus(of.steps)
  return (
    <>
      <StepFunnel items={of.steps} steps={version?.steps ?? []} onChoose={choose} />
      {of.isEstimate && <Estimated />}
      <StepStatusDrawer
        opened={opened}
        onReason={setReason}
        onClose={() => choose(null)}
        actions={
          opened?.standing === 'failed' && <FixHere spinner={spinner} version={of.version} at={opened.at} />
        }
      >
        {opened !== null && <People spinner={spinner} version={of.version} filter={opened.filter} />}
      </StepStatusDrawer>
    </>
  )
}

/** Lists the recipients at a step in all jobs of one version of a spinner, newest job first. */
function People({
  spinner,
  version: number,
  filter,
}: {
  spinner: Spinner
  version: number
  filter: RecipientFilter
}) {
  const query = useInfiniteQuery(spinnerRecipientsQuery(spinner.id, number, filter))
  const { data: version } = useQuery(spinnerVersionQuery(spinner.id, number))
  return <PeopleList spinnerId={spinner.id} version={version} query={query} />
}

/**
 * A link to the editor with the failures of the newest job at the step, so that the user can correct the
 * step.
 */
function FixHere({ spinner, version, at }: { spinner: Spinner; version: number; at: StepProgress }) {
  const query = useInfiniteQuery(
    spinnerRecipientsQuery(spinner.id, version, { step: at.step, status: 'failed' }),
  )
  const first: RecipientOfJob | undefined = query.data?.pages[0]?.items[0]
  if (first === undefined) return null
  const code = first.reason?.code
  return (
    <div>
      <ButtonLink
        size="sm"
        leftSection={<Wrench size={14} aria-hidden />}
        to="/spinners/$spinnerId"
        params={{ spinnerId: spinner.id }}
        search={{ fix: first.jobId, step: String(at.step), ...(code === undefined ? {} : { reason: code }) }}
      >
        {t('Fix step {path}', { path: at.path })}
      </ButtonLink>
      <Text size="sm" c="dimmed" mt={6}>
        {t(
          'You start with the failed recipients of the latest job. After you publish the spinner, they continue from this step; messages already sent are not sent again.',
        )}
      </Text>
    </div>
  )
}
