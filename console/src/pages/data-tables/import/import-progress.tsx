import { Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { sizeOf } from './size-of.ts'

/** A file on its way, which can be stopped until all of it has gone out: after that it may be in the table already. */
export function ImportProgress({
  file,
  progress,
  onStop,
}: {
  file: File
  progress: number
  onStop: () => void
}) {
  const percent = Math.floor(progress * 100)
  const isSent = progress >= 1
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            Importing {file.name}
          </Title>
          {!isSent && (
            <Button variant="default" onClick={onStop}>
              Stop the import
            </Button>
          )}
        </Group>
        <Progress.Root size="lg">
          <Progress.Section value={percent} animated={isSent} aria-label="Sent so far" />
        </Progress.Root>
        <Text size="sm" c="dimmed" className="numbers" role="status">
          {isSent
            ? 'Sent. The records are being written…'
            : `${sizeOf(file.size * progress)} of ${sizeOf(file.size)} sent (${percent} %)`}
        </Text>
      </Stack>
    </Paper>
  )
}
