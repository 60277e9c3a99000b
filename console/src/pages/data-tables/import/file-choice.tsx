import { List, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { FileUp } from 'lucide-react'
import type { Column, DataTable } from '../../../api/schema.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { ChooseFile } from './choose-file.tsx'
import { DropArea } from './drop-area.tsx'

/** Where a file is dropped or picked, and what it should look like. */
export function FileChoice({
  table: { columns },
  error,
  onChoose,
}: {
  table: DataTable
  error: Error | null
  onChoose: (file: File) => void
}) {
  return (
    <>
      <ProblemAlert error={error} />
      <DropArea onDrop={onChoose}>
        <Stack align="center" gap="sm" py="xl">
          <ThemeIcon size={56} radius="xl" variant="light">
            <FileUp size={28} aria-hidden />
          </ThemeIcon>
          <Title order={2} size="h3" ta="center">
            Drop a CSV here
          </Title>
          <Text c="dimmed" ta="center" maw={460}>
            You see what is in it before anything is written.
          </Text>
          <ChooseFile mt="xs" onChoose={onChoose}>
            Choose a file
          </ChooseFile>
        </Stack>
      </DropArea>
      <List size="sm" c="dimmed" spacing={4}>
        <List.Item>
          {columns.length === 0
            ? 'The first row names the columns of this table; later files must have the same ones.'
            : `The first row must name this table’s columns, in any order: ${listOf(columns)}.`}
        </List.Item>
        <List.Item>
          Text in UTF-8, delimited by comma, semicolon, tab or bar; of any size. In Excel: “CSV UTF-8”.
        </List.Item>
        <List.Item>All rows are imported or none. Each counts on your plan’s monthly records.</List.Item>
      </List>
    </>
  )
}

const mostNamed = 20

function listOf(columns: readonly Column[]): string {
  const named = columns.slice(0, mostNamed).map(({ name }) => name)
  const more = columns.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
