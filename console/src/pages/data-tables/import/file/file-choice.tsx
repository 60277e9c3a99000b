import { List, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { FileUp } from 'lucide-react'
import type { Column, DataTable } from '../../../../api/schema.ts'
import { GuideLink } from '../../../../components/guide/guide-link.tsx'
import { rich } from '../../../../languages/rich.ts'
import { t } from '../../../../languages/text.ts'
import { DropArea } from './drop-area.tsx'
import { ImportFileButton } from './import-file-button.tsx'

/** Lets the user drop or pick a file, and explains the expected format. */
export function FileChoice({
  table: { columns },
  onChoose,
}: {
  table: DataTable
  onChoose: (file: File) => void
}) {
  return (
    <>
      <DropArea onDrop={onChoose}>
        <Stack align="center" gap="sm" py="xl">
          <ThemeIcon size={56} radius="xl" variant="light">
            <FileUp size={28} aria-hidden />
          </ThemeIcon>
          <Title order={2} size="h3" ta="center">
            {t('Drop a CSV or an Excel file here')}
          </Title>
          <Text c="dimmed" ta="center" maw={460}>
            {t('You see the content of the file before anything is imported.')}
          </Text>
          <ImportFileButton mt="xs" onChoose={onChoose}>
            {t('Choose a file')}
          </ImportFileButton>
        </Stack>
      </DropArea>
      <List size="sm" c="dimmed" spacing={4}>
        <List.Item>
          {columns.length === 0
            ? t('The first row of the file names the columns. You choose which columns the table gets.')
            : t(
                'The first row of the file names its columns. Choose which column of the table each of them fills: {list}.',
                { list: listOf(columns) },
              )}
        </List.Item>
        <List.Item>
          {t(
            'You can import a CSV of any size in any usual encoding, or an Excel file (.xlsx) of up to 24 MB.',
          )}
        </List.Item>
        <List.Item>
          {rich(
            'Spindle imports all rows or none, except rows that you leave out. Each new record counts toward your plan. {guideLink}',
            { guideLink: <GuideLink page="use/imports" /> },
          )}
        </List.Item>
      </List>
    </>
  )
}

const maxListed = 20

function listOf(columns: readonly Column[]): string {
  const named = columns.slice(0, maxListed).map(({ name }) => name)
  const more = columns.length - named.length
  return more > 0 ? t('{named} and {more} more', { named: named.join(', '), more }) : named.join(', ')
}
