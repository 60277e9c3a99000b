import { List, Stack, Text } from '@mantine/core'
import { ListChecks } from 'lucide-react'
import type { Spinner } from '../../../api/schema.ts'
import { triggerCurl } from '../../../components/curl.ts'
import { ButtonLink } from '../../../components/links.tsx'
import { EmptyState } from '../../../components/loading/empty-state.tsx'
import { Snippet } from '../../../components/snippet.tsx'
import { t } from '../../../languages/text.ts'

/** The notice of an empty job list: how to start the first job. */
export function NoJobs({ spinners }: { spinners: readonly Spinner[] }) {
  const published = spinners.find(({ status }) => status === 'published')
  return (
    <EmptyState
      icon={ListChecks}
      title={t('No jobs yet')}
      action={
        published === undefined ? (
          <ButtonLink to="/spinners">{t('Open the spinners')}</ButtonLink>
        ) : (
          <ButtonLink to="/spinners/$spinnerId" params={{ spinnerId: published.id }}>
            {t('Open “{name}”', { name: published.name })}
          </ButtonLink>
        )
      }
    >
      <Stack gap="sm" ta="start">
        <Text inherit ta="center">
          {t('A job is one run of a spinner over its records.')}
        </Text>
        <List type="ordered" spacing={4} withPadding>
          <List.Item>{t('Publish a spinner.')}</List.Item>
          <List.Item>{t('Run a spinner on its page, or let your CRM trigger it with an API key:')}</List.Item>
        </List>
        <Snippet
          code={triggerCurl(published?.id ?? 'SPINNER_ID')}
          label={t('request that triggers the spinner')}
        />
      </Stack>
    </EmptyState>
  )
}
