import { Alert, List, Stack, Tabs, Text } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { DataTable } from '../../../api/schema.ts'
import { sampleRecord } from '../../../components/sample-record.ts'
import { Snippet } from '../../../components/snippet.tsx'
import { guides } from './guides.ts'
import { masked } from './masked.ts'

const placeholder = 'https://…/api/v1/public/data-tables/ingest/tbl_…'

const madeUp = ['name', 'email'].map((name) => ({ name, metadata: false }))

/** What to paste, or to click, where records come from. */
export function SenderGuides({ table, isRevealed }: { table: DataTable; isRevealed: boolean }) {
  const url = table.webhookUrl ?? placeholder
  const columns = table.columns.length > 0 ? table.columns : madeUp
  const hidden = (text: string) => (isRevealed ? text : masked(text, url))
  return (
    <Stack gap="sm">
      {table.columns.length === 0 && (
        <Text size="sm" c="dimmed">
          This table has no columns yet, so these examples make some up. Import a CSV first.
        </Text>
      )}
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List mb="md">
          {guides.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {guides.map(({ name, steps, warning, paste }) => {
          const pieces = paste({ url, record: sampleRecord(columns) })
          return (
            <Tabs.Panel key={name} value={name}>
              <Stack gap="md">
                {steps.length > 0 && (
                  <List type="ordered" size="sm" spacing={6}>
                    {steps.map((step) => (
                      <List.Item key={step}>{step}</List.Item>
                    ))}
                  </List>
                )}
                {warning !== undefined && (
                  <Alert variant="default" icon={<TriangleAlert />} p="sm">
                    <Text size="sm">{warning}</Text>
                  </Alert>
                )}
                {pieces.map(({ label, text }) => (
                  <div key={label}>
                    {pieces.length > 1 && (
                      <Text size="sm" fw={600} mb={4}>
                        {label}
                      </Text>
                    )}
                    <Snippet code={text} shown={hidden(text)} label={`${name}: ${label.toLowerCase()}`} />
                  </div>
                ))}
              </Stack>
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </Stack>
  )
}
