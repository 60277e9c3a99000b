import { Stack, Tabs } from '@mantine/core'
import type { Job } from '../../../api/schema.ts'
import { t } from '../../../languages/text.ts'
import { JobFailures } from '../failures/job-failures.tsx'
import { Recipients } from '../recipients/recipients.tsx'
import { JobSteps } from '../steps/job-steps.tsx'
import { JobActivity } from './job-activity.tsx'
import { JobCountCards } from './job-count-cards.tsx'
import { JobReasons } from './job-reasons.tsx'
import { type JobTab, useJobTab } from './job-tabs.ts'
import { SplitResults } from './split-results.tsx'

/** The parts of the page of a job with several recipients, as tabs. */
export function JobParts({
  job,
  exists,
  splits,
}: {
  job: Job
  /** Whether the spinner of the job still exists. */
  exists: boolean
  /** Whether the version of the job has a split step. */
  splits: boolean
}) {
  const [tab, openTab] = useJobTab()
  return (
    <Tabs value={tab} onChange={(value) => openTab(value as JobTab)} keepMounted={false}>
      <Tabs.List mb="lg">
        <Tabs.Tab value="overview">{t('Overview')}</Tabs.Tab>
        <Tabs.Tab value="recipients">{t('Recipients')}</Tabs.Tab>
        {job.counts.failed > 0 && (
          <Tabs.Tab value="failures">
            {t('Failures ({failed, number})', { failed: job.counts.failed })}
          </Tabs.Tab>
        )}
        <Tabs.Tab value="activity">{t('Activity')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="overview">
        <Stack gap="xl">
          <JobCountCards job={job} />
          <JobSteps job={job} exists={exists} />
          <SplitResults job={job} splits={splits} />
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="recipients">
        <Stack gap="xl">
          <JobReasons job={job} />
          <Recipients job={job} />
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="failures">
        <JobFailures job={job} exists={exists} />
      </Tabs.Panel>
      <Tabs.Panel value="activity">
        <Stack gap="xl">
          <JobActivity job={job} />
        </Stack>
      </Tabs.Panel>
    </Tabs>
  )
}
