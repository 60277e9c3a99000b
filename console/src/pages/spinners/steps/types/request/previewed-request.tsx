import { Badge, Box, Code, Divider, Group, Stack, Text } from '@mantine/core'
import type { GuardPreview, Step, WebhookPreview } from '../../../../../api/schema.ts'
import { t } from '../../../../../languages/text.ts'
import type { PreviewedProps } from '../step-type.ts'

/** Shows in the preview the request that a webhook or guard step would send. */
export function PreviewedRequest({ message }: PreviewedProps<Step, WebhookPreview | GuardPreview>) {
  const headers = Object.entries(message.headers)
  return (
    <Stack gap="xs" mt="xs">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Badge variant="default" radius="sm" style={{ flex: 'none' }}>
          {message.method}
        </Badge>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message.url}
        </Text>
      </Group>
      {headers.map(([name, value]) => (
        <Text key={name} size="xs" style={{ overflowWrap: 'anywhere' }}>
          <b>{name}:</b> {value}
        </Text>
      ))}
      <Divider />
      <Box>
        <Code block tabIndex={0} role="region" aria-label={t('Body of the request')}>
          {indented(message.body)}
        </Code>
      </Box>
    </Stack>
  )
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
