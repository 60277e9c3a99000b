import { Select, Stack, Text, TextInput } from '@mantine/core'
import type { FieldSource } from '../../../api/schema.ts'
import { pathKey, pathText } from '../../../components/arrival/path-text.ts'
import { t } from '../../../languages/text.ts'
import type { Candidate } from './mapping-draft.ts'
import { wordsOfSources } from './source-words.ts'

/** The value of the choice that keeps a source which is more than one path. */
const presentSource = 'present'
const empty = 'empty'
const fixed = 'fixed'

/**
 * Chooses the source of a column in a mapping: a path in the sample body, nothing, or one fixed value for all
 * records.
 */
export function SourceField({
  column,
  from,
  candidates,
  onChange,
}: {
  column: string
  from: readonly FieldSource[]
  candidates: ReadonlyMap<string, Candidate>
  onChange: (from: readonly FieldSource[]) => void
}) {
  const value = valueOf(from, candidates)
  const [source] = from
  const constant = value === fixed ? String(source?.constant ?? '') : null
  const samplesOf = (key: string) => candidates.get(key)?.samples ?? []
  const choose = (chosen: string | null) => {
    if (chosen === null) onChange([])
    else if (chosen === empty) onChange([{ constant: null }])
    else if (chosen === fixed) onChange([{ constant: '' }])
    else if (chosen !== presentSource) {
      const found = candidates.get(chosen)
      if (found !== undefined) onChange([{ path: [...found.path] }])
    }
  }
  return (
    <>
      <Select
        aria-label={t('Value that fills the column {column}', { column })}
        placeholder={t('No value')}
        data={[
          ...(value === presentSource ? [{ value: presentSource, label: wordsOfSources(from) }] : []),
          ...[...candidates].map(([key, { path, question }]) => ({
            value: key,
            label: question ?? pathText(path),
          })),
          { value: fixed, label: t('The same value for all records…') },
          { value: empty, label: t('Leave the column empty (null)') },
        ]}
        value={value}
        onChange={choose}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Clear the value of the column {column}', { column }) }}
        nothingFoundMessage={t('No matching value in the sample')}
        maxDropdownHeight={320}
        renderOption={({ option }) => (
          <Stack gap={0} miw={0}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {option.label}
            </Text>
            {(candidates.get(option.value)?.question ?? null) !== null && (
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {pathText(candidates.get(option.value)?.path ?? [])}
              </Text>
            )}
            {samplesOf(option.value).length > 0 && (
              <Text size="xs" c="dimmed" truncate>
                {samplesOf(option.value).map(String).join(' · ')}
              </Text>
            )}
          </Stack>
        )}
      />
      {constant !== null && (
        <TextInput
          mt={6}
          aria-label={t('Value of the column {column} for all records', { column })}
          placeholder={t('A fixed value, such as website')}
          maxLength={1_000}
          value={constant}
          onChange={(event) => onChange([{ constant: event.currentTarget.value }])}
        />
      )}
    </>
  )
}

function valueOf(from: readonly FieldSource[], candidates: ReadonlyMap<string, Candidate>): string | null {
  const [source] = from
  if (source === undefined) return null
  if (from.length > 1) return presentSource
  if (source.constant !== undefined) return source.constant === null ? empty : fixed
  if (source.path !== undefined && source.of !== 'body' && candidates.has(pathKey(source.path)))
    return pathKey(source.path)
  return presentSource
}
