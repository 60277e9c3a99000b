import { Box, Button, Menu, Text } from '@mantine/core'
import { Braces } from 'lucide-react'
import { useState } from 'react'
import { useInsertion } from '../sequence/insertion.ts'
import { NoMetadataColumns } from './no-metadata-columns.tsx'
import { tagFor } from './template-text.ts'

const nothing: readonly string[] = []

/** Lists the metadata columns to insert at the caret. Typing `{{` in a field offers the same list. */
export function Variables({
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
  const [fallback, setFallback] = useState(false)
  const insert = (name: string, withFallback: boolean) =>
    insertion.insert((filter) =>
      tagFor(name, {
        ...(withFallback ? { fallback: 'there' } : {}),
        ...(filter === undefined ? {} : { filter }),
      }),
    )
  if (columns.length === 0 && given.length === 0) return <NoMetadataColumns dataTableId={dataTableId} />
  return (
    <Box>
      <Menu position="bottom-start" width={280} returnFocus={false} trapFocus>
        <Menu.Target>
          <Button variant="default" size="compact-sm" leftSection={<Braces size={14} aria-hidden />}>
            Insert a value
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {columns.map((name) => (
            <Menu.Item key={name} ff="monospace" fz="0.8125rem" onClick={() => insert(name, fallback)}>
              {name}
            </Menu.Item>
          ))}
          {given.map((name) => (
            <Menu.Item key={name} ff="monospace" fz="0.8125rem" onClick={() => insert(name, false)}>
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.CheckboxItem checked={fallback} closeMenuOnClick={false} onChange={setFallback}>
            Add a word for empty cells
          </Menu.CheckboxItem>
        </Menu.Dropdown>
      </Menu>
      <Text span size="xs" c="dimmed" ml="xs">
        or type {'{{'} in the text
      </Text>
      {columns.length === 0 && (
        <Box mt={6}>
          <NoMetadataColumns dataTableId={dataTableId} />
        </Box>
      )}
    </Box>
  )
}
