import { Paper, Text, Title } from '@mantine/core'
import type { DataTable, Spinner } from '../../api/schema.ts'
import { AnchorLink } from '../../components/links.tsx'
import { Snippet } from '../../components/snippet.tsx'

/** How a CRM starts a job by itself. */
export function TriggerCard({ spinner, table }: { spinner: Spinner; table: DataTable }) {
  // The webhook URL is built from the address under which others reach the API.
  const base = table.webhookUrl?.split('/public/')[0] ?? `${window.location.origin}/api/v1`
  const code = `curl -X POST ${base}/public/trigger/${spinner.id} \\\n  -H "Authorization: Bearer svc_…"`
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
      <Snippet code={code} label="trigger command" />
    </Paper>
  )
}
