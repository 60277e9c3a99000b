import { Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { t } from '../../../languages/text.ts'
import { sizeOf } from './file/size-of.ts'

/**
 * Shows the progress of an import's upload. The user can stop it until the whole file is sent; after that the
 * rows may already be in the table.
 */
export function ImportProgress({
  file,
  isCheck,
  progress,
  onStop,
}: {
  file: File
  /** Whether the import file is only checked and no row is written. */
  isCheck: boolean
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
            {isCheck ? t('Checking') : t('Importing')} {file.name}
          </Title>
          {(isCheck || !isSent) && (
            <Button variant="default" onClick={onStop}>
              {isCheck ? t('Stop the file check') : t('Stop the import')}
            </Button>
          )}
        </Group>
        <Progress.Root size="lg">
          <Progress.Section
            value={percent}
            animated={isSent}
            aria-label={t('Part of the file sent so far')}
          />
        </Progress.Root>
        <Text size="sm" c="dimmed" className="numbers" role="status">
          {isSent
            ? isCheck
              ? t('The file is sent. Spindle is checking the last rows…')
              : t('The file is sent. Spindle is writing the records…')
            : t('{sent} of {total} sent ({percent} %)', {
                sent: sizeOf(file.size * progress),
                total: sizeOf(file.size),
                percent,
              })}
        </Text>
      </Stack>
    </Paper>
  )
}
