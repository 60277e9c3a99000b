import { Box, Button, Menu, Text } from '@mantine/core'
import { Braces } from 'lucide-react'
import { memo } from 'react'
import { t } from '../../../../languages/text.ts'
import { useInsertion } from './insertion.ts'
import { NoMetadataColumns } from './no-metadata-columns.tsx'
import { tagFor } from './template-text.ts'

const nothing: readonly string[] = []

/** Lists the metadata columns to insert at the caret. Typing `{{` in a field offers the same list. */
export const Variables = memo(function Variables({
  columns,
  given = nothing,
  dataTableId,
}: {
  columns: readonly string[]
  /** Names of variables that templates may use besides the columns, such as `unsubscribe_url`. */
  given?: readonly string[]
  dataTableId: string
}) {
  const insertion = useInsertion()
  const insert = (name: string) =>
    insertion.insert((filter) => tagFor(name, filter === undefined ? {} : { filter }))
  if (columns.length === 0 && given.length === 0) return <NoMetadataColumns dataTableId={dataTableId} />
  return (
    <Box>
      <Menu position="bottom-start" width={280} returnFocus={false} trapFocus>
        <Menu.Target>
          <Button variant="default" size="compact-sm" leftSection={<Braces size={14} aria-hidden />}>
            {t('Insert a value')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {columns.map((name) => (
            <Menu.Item key={name} ff="monospace" fz="0.8125rem" onClick={() => insert(name)}>
              {name}
            </Menu.Item>
          ))}
          {given.map((name) => (
            <Menu.Item key={name} ff="monospace" fz="0.8125rem" onClick={() => insert(name)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Text span size="xs" c="dimmed" ml="xs">
        {t('or type {code} in the text', { code: '{{' })}
      </Text>
      {columns.length === 0 && (
        <Box mt={6}>
          <NoMetadataColumns dataTableId={dataTableId} />
        </Box>
      )}
    </Box>
  )
})
