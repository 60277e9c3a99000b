import { ActionIcon, Box, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { t } from '../../../../../languages/text.ts'
import { TemplateField } from '../../fields/template-field.tsx'
import { hiddenValue } from '../../hidden-headers.ts'
import { newKey } from '../../new-key.ts'
import { type FieldFault, notLonger } from '../field-faults.ts'

export interface HeaderDraft {
  readonly key: string
  readonly name: string
  readonly value: string
}

type Headers = Readonly<Record<string, string>>

export function headersFrom(headers: Headers): readonly HeaderDraft[] {
  return Object.entries(headers).map(([name, value]) => ({ key: newKey(), name, value }))
}

/** Returns the edited headers of a request as the API takes them; null if there are none. */
export function headersOf(headers: readonly HeaderDraft[]): Record<string, string> | null {
  const named = headers.filter(({ name, value }) => name !== '' || value !== '')
  return named.length === 0 ? null : Object.fromEntries(named.map(({ name, value }) => [name, value]))
}

export function copiedHeaders(headers: readonly HeaderDraft[]): readonly HeaderDraft[] {
  return headers.map((header) => ({ ...header, key: newKey() }))
}

export function headerFaults(headers: readonly HeaderDraft[]): FieldFault[] {
  const names = headers.map(({ name }) => name.toLowerCase())
  return headers.flatMap(({ name, value }, index): FieldFault[] => {
    if (name === '') return value === '' ? [] : [['headers/', t('Enter the name of the header')]]
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name))
      return [[`headers/${name}`, t('Name headers with letters, digits and hyphens, as in X-Source')]]
    if (names.indexOf(name.toLowerCase()) < index)
      return [[`headers/${name}`, t('The request has this header twice')]]
    return notLonger(`headers/${name}`, value, 2_000)
  })
}

/** Edits the headers of a webhook or guard request. */
export function HeaderFields({
  headers,
  faults,
  onChange,
}: {
  headers: readonly HeaderDraft[]
  faults: ReadonlyMap<string, string>
  onChange: (headers: readonly HeaderDraft[]) => void
}) {
  const setHeader = (key: string, change: Partial<HeaderDraft>) =>
    onChange(headers.map((header) => (header.key === key ? { ...header, ...change } : header)))
  return (
    <Fieldset
      variant="unstyled"
      legend={
        <Text size="sm" fw={500}>
          {t('Headers')}
        </Text>
      }
    >
      <Stack gap="xs" mt={4}>
        {headers.map(({ key, name, value }, index) => (
          <Group key={key} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={t('Name of request header {index}', { index: index + 1 })}
              placeholder="X-Source"
              value={name}
              error={faults.get(`headers/${name}`)}
              onChange={(event) => setHeader(key, { name: event.currentTarget.value })}
            />
            <Box flex={1}>
              {value === hiddenValue ? (
                <HiddenValue place={index + 1} onReplace={() => setHeader(key, { value: '' })} />
              ) : (
                <TemplateField
                  label={t('Value of request header {index}', { index: index + 1 })}
                  labelHidden
                  placeholder="spindle"
                  value={value}
                  onChange={(changed) => setHeader(key, { value: changed })}
                />
              )}
            </Box>
            <ActionIcon
              size="lg"
              variant="subtle"
              color="gray"
              aria-label={t('Remove header {index}', { index: index + 1 })}
              onClick={() => onChange(headers.filter((header) => header.key !== key))}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {headers.length < 20 && (
          <Button
            size="compact-sm"
            variant="subtle"
            w="fit-content"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...headers, { key: newKey(), name: '', value: '' }])}
          >
            {t('Add a header')}
          </Button>
        )}
      </Stack>
    </Fieldset>
  )
}

/** Stands for the stored value of a header, which the API does not show, and lets the user enter another one. */
function HiddenValue({ place, onReplace }: { place: number; onReplace: () => void }) {
  return (
    <TextInput
      aria-label={t('Value of request header {place}', { place })}
      value="•••••"
      readOnly
      variant="filled"
      rightSectionWidth={76}
      rightSection={
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t('Replace the value of request header {place}', { place })}
          onClick={onReplace}
        >
          {t('Replace')}
        </Button>
      }
    />
  )
}
