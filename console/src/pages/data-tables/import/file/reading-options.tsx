import { Group, Select } from '@mantine/core'
import type { FilePreview } from '../../../../api/schema.ts'
import type { Reading } from '../../../../api/table/imports.ts'
import { t } from '../../../../languages/text.ts'

const encodings: Readonly<Record<NonNullable<Reading['encoding']>, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': t('Western (Windows-1252)'),
  'utf-16le': t('UTF-16, as Windows writes it'),
  'utf-16be': t('UTF-16, big-endian'),
  'windows-1250': t('Central European (Windows-1250)'),
  'windows-1251': t('Cyrillic (Windows-1251)'),
  'windows-1253': t('Greek (Windows-1253)'),
  'windows-1254': t('Turkish (Windows-1254)'),
  'iso-8859-15': t('Western (ISO 8859-15)'),
  macintosh: t('Western (Mac)'),
  shift_jis: t('Japanese (Shift JIS)'),
  gb18030: t('Chinese (GB 18030)'),
  big5: t('Chinese (Big5)'),
  'euc-kr': t('Korean (EUC-KR)'),
}

const delimiters: Readonly<Record<NonNullable<Reading['delimiter']>, string>> = {
  ',': t('Comma'),
  ';': t('Semicolon'),
  '\t': 'Tab',
  '|': t('Vertical bar'),
}

/**
 * Shows how the import file was read: its encoding, delimiter and sheet. Users who see wrong letters can
 * choose other options.
 */
export function ReadingOptions({
  look: { kind, encoding, delimiter, sheet, sheets },
  reading,
  onChange,
}: {
  look: FilePreview
  reading: Reading
  onChange: (reading: Reading) => void
}) {
  if (kind === 'xlsx')
    return sheets.length < 2 ? null : (
      <Select
        label={t('Sheet')}
        maw={320}
        allowDeselect={false}
        data={[...sheets]}
        value={reading.sheet ?? sheet}
        onChange={(chosen) => chosen !== null && onChange({ sheet: chosen })}
      />
    )
  return (
    <Group gap="md" align="flex-start">
      <Select
        label={t('Encoding')}
        description={t('Choose another encoding if letters are wrong')}
        w={280}
        maw="100%"
        allowDeselect={false}
        data={Object.entries(encodings).map(([value, label]) => ({ value, label }))}
        value={encoding}
        onChange={(value) => onChange({ ...reading, encoding: value as keyof typeof encodings })}
      />
      <Select
        label={t('Delimiter')}
        description={t('The character between cells of the file')}
        w={280}
        maw="100%"
        allowDeselect={false}
        data={Object.entries(delimiters).map(([value, label]) => ({ value, label }))}
        value={delimiter}
        onChange={(value) => onChange({ ...reading, delimiter: value as keyof typeof delimiters })}
      />
    </Group>
  )
}
