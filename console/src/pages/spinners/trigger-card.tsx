import { Paper, Text, Title } from '@mantine/core'
import type { Spinner } from '../../api/schema.ts'
import { triggerCurl } from '../../components/curl.ts'
import { AnchorLink } from '../../components/links.tsx'
import { Snippet } from '../../components/snippet.tsx'

/** How a CRM starts a job by itself. */
export function TriggerCard({ spinner }: { spinner: Spinner }) {
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h4">
        Trigger it from a CRM
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        One request starts a job, with an{' '}
        <AnchorLink inherit underline="always" to="/api-keys">
          API key
        </AnchorLink>{' '}
        that has the scope trigger.
        {spinner.status === 'draft' && ' It is answered with 404 until the spinner is published.'}
      </Text>
      <Snippet code={triggerCurl(spinner.id)} label="trigger command" />
    </Paper>
  )
}
