import { Box, Button, Group, Text } from '@mantine/core'
import type { DataTable, MappingProposal } from '../../../api/schema.ts'
import { t } from '../../../languages/text.ts'
import { Section } from '../section.tsx'
import {
  type Candidate,
  type DraftRow,
  hasRepeatedColumn,
  lackingIn,
  type MappingDraft,
} from './mapping-draft.ts'
import { MappingRow } from './mapping-row.tsx'

/** A list of a table's columns in which the user edits how the mapping fills each of them. */
export function MappingColumns({
  table,
  draft,
  proposal,
  candidates,
  onRows,
}: {
  table: DataTable
  draft: MappingDraft
  /** The proposal from which a new mapping was made; null for a stored mapping. */
  proposal: MappingProposal | null
  candidates: ReadonlyMap<string, Candidate>
  onRows: (rows: readonly DraftRow[]) => void
}) {
  const lacking = lackingIn(draft, table, proposal)
  return (
    <Section
      title={t('Columns')}
      description={
        table.columns.length === 0
          ? t(
              'This table has no columns yet and gets the columns below. Rename these columns, or leave some out.',
            )
          : t('Each column of the table and the value that fills it.')
      }
    >
      {draft.rows.length === 0 ? (
        <Text size="sm">{t('Create columns from the unused values below.')}</Text>
      ) : (
        <Box component="ul" aria-label={t('Columns')} className="plain-list">
          {draft.rows.map((row) => (
            <MappingRow
              key={row.key}
              row={row}
              match={table.match}
              candidates={candidates}
              onChange={(changed) =>
                onRows(draft.rows.map((draftRow) => (draftRow.key === row.key ? changed : draftRow)))
              }
              onRemove={() => onRows(draft.rows.filter(({ key }) => key !== row.key))}
            />
          ))}
        </Box>
      )}
      {hasRepeatedColumn(draft) && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('Two columns of this mapping have the same name.')}
        </Text>
      )}
      {lacking.length > 0 && draft.rows.length > lacking.length && (
        <Group gap="sm">
          <Text size="sm" flex="1 1 16rem">
            {table.missingColumns === 'reject'
              ? t('Every column of this table needs a value or null. No value is chosen yet for {lacking}.', {
                  lacking: lacking.join(', '),
                })
              : t(
                  'The arrivals have a value for {lacking} that this mapping leaves out. Choose it in the list, or leave the column empty.',
                  { lacking: lacking.join(', ') },
                )}
          </Text>
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              onRows(
                draft.rows.map((row) =>
                  lacking.includes(row.column) ? { ...row, from: [{ constant: null }] } : row,
                ),
              )
            }
          >
            {t('Leave {count, plural, =1 {it} other {them}} empty', { count: lacking.length })}
          </Button>
        </Group>
      )}
    </Section>
  )
}
