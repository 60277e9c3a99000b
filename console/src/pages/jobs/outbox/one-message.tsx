import { Group, Paper, Text, Title } from '@mantine/core'
import type { Message } from '../../../api/schema.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { RenderedMessage } from '../../../components/message/rendered-message.tsx'
import { PersonLink } from '../../../components/person-link.tsx'
import { Moment } from '../../../components/time/moment.tsx'

export function OneMessage({ message }: { message: Message }) {
  const { id, to, jobId, step, createdAt } = message
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="message">
      <Group justify="space-between" align="baseline" mb="md" gap="xs">
        <Title order={2} id="message">
          Message
        </Title>
        <Text size="sm" c="dimmed" component="div">
          Step {step + 1} of{' '}
          <AnchorLink to="/jobs/$jobId" params={{ jobId }} inherit underline="always">
            its job
          </AnchorLink>
          , <Moment at={createdAt} />
          {to !== '' && (
            <>
              {' · '}
              <PersonLink address={to}>See the person</PersonLink>
            </>
          )}
        </Text>
      </Group>
      <RenderedMessage key={id} {...message} />
    </Paper>
  )
}
