import { Group, List } from '@mantine/core'
import { CalendarDays, SearchX } from 'lucide-react'
import { ButtonLink } from '../../components/links.tsx'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { t } from '../../languages/text.ts'

/** The notice of an empty test timeline, with the steps to a first message. */
export function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={SearchX}
        title={t('No matching events')}
        action={
          <ButtonLink to="/test-timeline" variant="default" reloadDocument={false}>
            {t('Show everything')}
          </ButtonLink>
        }
      >
        {t(
          'Nothing has happened for this spinner or person yet. Advance the test clock, or show everything.',
        )}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={CalendarDays}
      title={t('Nothing has happened in test mode yet')}
      action={
        <Group gap="sm" justify="center">
          <ButtonLink to="/data-tables">{t('Open the data tables')}</ButtonLink>
          <ButtonLink to="/spinners" variant="default">
            {t('Open the spinners')}
          </ButtonLink>
        </Group>
      }
    >
      <List type="ordered" ta="start" spacing={4}>
        <List.Item>
          {t(
            'Leave test mode, open a spinner and choose Test: its draft and five people are copied, and it starts.',
          )}
        </List.Item>
        <List.Item>
          {t(
            'For a whole project, open its menu under Data tables and choose Copy to test mode. Then import people and run the copied spinners.',
          )}
        </List.Item>
        <List.Item>
          {t('Advance the test clock at the top of the page. Each message then appears here.')}
        </List.Item>
      </List>
    </EmptyState>
  )
}
