import { Alert, List, Stack, Tabs, Text } from '@mantine/core'
import { Info, TriangleAlert } from 'lucide-react'
import { useMay } from '../../../api/account/session.ts'
import type { DataTable } from '../../../api/schema.ts'
import { useChangeDataTable } from '../../../api/table/data-tables.ts'
import { masked } from '../../../components/masked.ts'
import { sampleRecord } from '../../../components/names/sample-record.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { showDone } from '../../../components/show-done.ts'
import { Snippet } from '../../../components/snippet.tsx'
import { inSentence } from '../../../languages/in-sentence.ts'
import { t } from '../../../languages/text.ts'
import { AcceptOtherFormats } from './accept-other-formats.tsx'
import type { Guide } from './guides/guide.ts'
import { guides } from './guides/guides.ts'

const placeholder = 'https://spindle.example.com/api/v1/public/data-tables/ingest/tbl_…'

const madeUp = ['name', 'email'].map((name) => ({ name, isMetadata: false }))

/**
 * Shows the setup guides for sources: where to click and what to paste in each CRM, form or program. If the user
 * chooses a source that sends its own format, the table accepts any format from then on.
 */
export function SenderGuides({ table, isRevealed }: { table: DataTable; isRevealed: boolean }) {
  const mayChange = useMay('editor')
  const change = useChangeDataTable(table.id)
  const choose = ({ name, isForeign }: Guide) => {
    if (!isForeign || table.acceptsAnyFormat || !mayChange || change.isPending) return
    change.mutate(
      { changes: { acceptsAnyFormat: true }, revision: null },
      { onSuccess: () => showDone(t('The table accepts any format now, also that of {name}', { name })) },
    )
  }
  return (
    <Tabs defaultValue={t('HubSpot')} variant="pills" keepMounted={false}>
      <Tabs.List mb="md" aria-label={t('Sources')}>
        {guides.map(({ kind, guides: ofKind }) => (
          <Stack key={kind} gap={4} mb="xs" w="100%" role="presentation">
            <Text size="xs" c="dimmed" fw={600} aria-hidden>
              {kind}
            </Text>
            <div role="presentation" style={{ display: 'flex', flexWrap: 'wrap', gap: 6 }}>
              {ofKind.map((guide) => (
                <Tabs.Tab
                  key={guide.name}
                  value={guide.name}
                  onClick={() => choose(guide)}
                  px="sm"
                  py={6}
                  bd="1px solid var(--mantine-color-default-border)"
                >
                  {guide.name === 'Another source' ? t('Another source') : guide.name}
                </Tabs.Tab>
              ))}
            </div>
          </Stack>
        ))}
      </Tabs.List>
      <ProblemAlert error={change.error} />
      {guides.flatMap(({ guides: ofKind }) =>
        ofKind.map((guide) => (
          <Tabs.Panel key={guide.name} value={guide.name}>
            <OneGuide guide={guide} table={table} isRevealed={isRevealed} />
          </Tabs.Panel>
        )),
      )}
    </Tabs>
  )
}

function OneGuide({
  guide: { name, steps, note, instead, isForeign, paste },
  table,
  isRevealed,
}: {
  guide: Guide
  table: DataTable
  isRevealed: boolean
}) {
  const url = table.webhookUrl ?? placeholder
  const columns = table.columns.length > 0 ? table.columns : madeUp
  const pieces = paste({ url, record: sampleRecord(columns), isOpen: table.acceptsAnyFormat })
  return (
    <Stack gap="md">
      {isForeign && (
        <AcceptOtherFormats
          table={table}
          sender={name === 'Another source' ? t('A source like this') : name}
        />
      )}
      {!isForeign && table.columns.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('This table has no columns yet, so the columns in this example are made up.')}
        </Text>
      )}
      {steps.length > 0 && (
        <List type="ordered" size="sm" spacing={6}>
          {steps.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
      )}
      {pieces.map(({ label, text }) => (
        <div key={label}>
          {(pieces.length > 1 || steps.length > 0) && (
            <Text size="sm" fw={600} mb={4}>
              {label}
            </Text>
          )}
          <Snippet
            code={text}
            shown={isRevealed ? text : masked(text, url)}
            label={`${name}: ${inSentence(label)}`}
          />
        </div>
      ))}
      {instead !== undefined && (
        <Alert variant="default" icon={<TriangleAlert />} p="sm">
          <Text size="sm">{instead}</Text>
        </Alert>
      )}
      {note !== undefined && (
        <Alert variant="default" icon={<Info />} p="sm">
          <Text size="sm">{note}</Text>
        </Alert>
      )}
    </Stack>
  )
}
