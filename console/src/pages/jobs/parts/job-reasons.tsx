import { Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import type { Job } from '../../../api/schema.ts'
import { recipientStatuses } from '../../../components/job/recipient-statuses.ts'
import { useSearchParam } from '../../../components/search-param.ts'
import { language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'
import { wordsOfReason } from '../job-words.ts'
import classes from './job-count-cards.module.css'

/**
 * Lists why recipients of a job were skipped or failed, with counts. Choosing a reason filters the list of
 * recipients below.
 */
export function JobReasons({ job }: { job: Job }) {
  const [chosen, choose] = useSearchParam('reason')
  const [, chooseState] = useSearchParam('status')
  if (job.reasons.length === 0) return null
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="reasons">
      <Title order={2} size="h4" id="reasons" mb="xs">
        {t('Reasons')}
      </Title>
      <Stack gap={2} role="group" aria-label={t('Reasons')}>
        {job.reasons.map(({ code, status, count }) => {
          const { icon: Icon, color, word } = recipientStatuses[status]
          return (
            <UnstyledButton
              key={`${code} ${status}`}
              className={classes['reason'] ?? ''}
              aria-pressed={chosen === code}
              onClick={() => {
                choose(chosen === code ? undefined : code)
                if (chosen !== code) chooseState(undefined)
              }}
            >
              <Group gap="sm" wrap="nowrap">
                <Icon size={15} color={color} aria-hidden style={{ flexShrink: 0 }} />
                <Text size="sm" style={{ flex: 1, overflowWrap: 'anywhere' }}>
                  {wordsOfReason(code)}
                </Text>
                <Text size="sm" fw={600} className="numbers">
                  {count.toLocaleString(language)}
                </Text>
                <Text size="xs" c="dimmed" w={90} ta="right">
                  {word}
                </Text>
              </Group>
            </UnstyledButton>
          )
        })}
      </Stack>
    </Paper>
  )
}
