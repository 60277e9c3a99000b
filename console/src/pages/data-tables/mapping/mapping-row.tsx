import { ActionIcon, Badge, Box, Button, Group, Menu, Text, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { Fragment } from 'react'
import type { DataTable, ProposedColumn } from '../../../api/schema.ts'
import { pathKey } from '../../../components/arrival/path-text.ts'
import { t } from '../../../languages/text.ts'
import type { Candidate, DraftRow } from './mapping-draft.ts'
import classes from './mapping-row.module.css'
import { SourceField } from './source-field.tsx'
import { transformGroups, wordsOfTransform } from './transforms.ts'
import { inSentence } from './unmapped-fields.tsx'

interface RowProps {
  readonly row: DraftRow
  readonly match: DataTable['match']
  readonly onChange: (row: DraftRow) => void
  /**
   * Removes the row of a column from the mapping; possible only for a column that the table does not have
   * yet.
   */
  readonly onRemove: () => void
}

/** Edits how a mapping fills one column: its source, with sample values, and its transforms. */
export function MappingRow({
  candidates,
  ...cell
}: RowProps & { candidates: ReadonlyMap<string, Candidate> }) {
  const { row, onChange } = cell
  const { column, from, guess } = row
  const [source] = from
  const picked = source?.path === undefined ? undefined : candidates.get(pathKey(source.path))
  const samples = guess?.samples ?? picked?.samples ?? []
  return (
    <Box component="li" className={classes['row'] ?? ''}>
      <ColumnName {...cell} />
      <div className={classes['source']}>
        <SourceField
          column={column}
          from={from}
          candidates={candidates}
          onChange={(sources) => onChange({ ...row, from: sources, guess: null })}
        />
        {source !== undefined && source.constant !== null && <Transforms row={row} onChange={onChange} />}
      </div>
      <div className={classes['samples']}>
        {samples.map((sample) => (
          <Text key={String(sample)} size="sm" style={{ overflowWrap: 'anywhere' }} lineClamp={2}>
            {String(sample)}
          </Text>
        ))}
        {guess !== null && <Confidence confidence={guess.confidence} isClear={guess.isClear} />}
        {row.refusal !== null && from.length === 0 && (
          <Text size="xs" fw={600}>
            {t('No value proposed: {message}. Choose a value.', {
              message: inSentence(row.refusal.message),
            })}
          </Text>
        )}
      </div>
    </Box>
  )
}

function ColumnName({ row, match, onChange, onRemove }: RowProps) {
  const { column, isNew } = row
  return (
    <div className={classes['column']}>
      {isNew ? (
        <Group gap={4} wrap="nowrap">
          <TextInput
            flex={1}
            miw={0}
            aria-label={t('Name of the new column {column}', { column })}
            value={column}
            maxLength={200}
            onChange={(event) => onChange({ ...row, column: event.currentTarget.value })}
            error={column.trim() === '' && t('Enter a name for the column')}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Leave {column} out', { column })}
            onClick={onRemove}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ) : (
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {column}
        </Text>
      )}
      <Group gap={6} mt={4}>
        {isNew && (
          <Badge size="sm" variant="light" tt="none">
            {t('new column')}
          </Badge>
        )}
        {match?.columns.includes(column) === true && (
          <Badge size="sm" variant="light" tt="none">
            {t('identifies a record')}
          </Badge>
        )}
      </Group>
    </div>
  )
}

function Transforms({ row, onChange }: Pick<RowProps, 'row' | 'onChange'>) {
  const { column, transform } = row
  return (
    <Group gap={6} mt={6}>
      {transform.map((one, at) => (
        <Button
          key={JSON.stringify(one)}
          size="compact-xs"
          variant="light"
          rightSection={<X size={12} aria-hidden />}
          aria-label={t('{transform}: remove', { transform: wordsOfTransform(one) })}
          onClick={() => onChange({ ...row, transform: transform.filter((_, other) => other !== at) })}
        >
          {wordsOfTransform(one)}
        </Button>
      ))}
      <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            leftSection={<Plus size={12} aria-hidden />}
            aria-label={t('Convert the column value of {column}', { column })}
          >
            {t('Convert the column value')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {transformGroups.map(({ label, choices }) => (
            <Fragment key={label}>
              <Menu.Label>{label}</Menu.Label>
              {choices.map((choice) => (
                <Menu.Item
                  key={choice.label}
                  onClick={() => onChange({ ...row, transform: [...transform, choice.transform] })}
                >
                  {choice.label}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

const sure = 0.8

function Confidence({ confidence, isClear }: Pick<ProposedColumn, 'confidence' | 'isClear'>) {
  const isSure = isClear && confidence >= sure
  return (
    <Text size="xs" {...(isSure ? { c: 'dimmed' } : { fw: 600 })}>
      {isSure
        ? t('{confidence} % certain', { confidence: Math.round(confidence * 100) })
        : t('{confidence} % certain: check the value', { confidence: Math.round(confidence * 100) })}
    </Text>
  )
}
