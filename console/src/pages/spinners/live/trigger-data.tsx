import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import { useMay } from '../../../api/account/session.ts'
import { maxTriggerFields } from '../../../api/limits.ts'
import type { Spinner } from '../../../api/schema.ts'
import { t } from '../../../languages/text.ts'

export type TriggerData = Spinner['triggerData']
type Field = TriggerData[number]

const typeWords: Readonly<Record<Field['type'], string>> = {
  text: t('text'),
  number: t('number'),
  boolean: t('boolean'),
  date: t('date'),
}
const types = Object.keys(typeWords) as Field['type'][]

/** Returns why the declared trigger data cannot be saved; null if it can. */
export function triggerDataFault(fields: TriggerData): string | null {
  const names = fields.map(({ name }) => name)
  if (names.some((name) => !/^[A-Za-z_]\w{0,63}$/.test(name)))
    return t('Name the fields of trigger data with letters, digits and underscores, as in coupon_code.')
  return new Set(names).size === names.length ? null : t('Two fields of trigger data have the same name.')
}

/** Returns the declared trigger data in words: "coupon (text), until (date, optional)". */
export function triggerDataWords(fields: TriggerData): string {
  if (fields.length === 0) return t('None')
  return fields
    .map(({ name, type, isRequired }) =>
      isRequired
        ? `${name} (${typeWords[type]})`
        : t('{name} ({type}, optional)', { name, type: typeWords[type] }),
    )
    .join(', ')
}

/** Edits which trigger data a run takes. Templates and conditions see it as `trigger.NAME`. */
export function TriggerDataChoice({
  fields,
  onChange,
}: {
  fields: TriggerData
  onChange: (fields: TriggerData) => void
}) {
  const mayEdit = useMay('editor')
  const set = (at: number, change: Partial<Field>) =>
    onChange(fields.map((field, index) => (index === at ? { ...field, ...change } : field)))
  const fault = triggerDataFault(fields)
  return (
    <div role="group" aria-label={t('Trigger data')}>
      <Text size="sm" c="dimmed">
        {t(
          'Values that a CRM sends when it starts the spinner, or that you enter when you run it. Steps read a value as trigger.NAME.',
        )}
      </Text>
      <Stack gap="xs" mt="xs">
        {fields.map(({ name, type, isRequired }, index) => (
          // Uses the position of the trigger data field as its React key, because the field's name changes
          // while it is typed.
          <Group key={`${index + 1}`} gap="xs">
            <TextInput
              flex="1 1 8rem"
              aria-label={t('Name of trigger data field {index}', { index: index + 1 })}
              placeholder={t('coupon')}
              value={name}
              onChange={(event) => set(index, { name: event.currentTarget.value.trim() })}
            />
            <NativeSelect
              aria-label={t('Type of trigger data field {index}', { index: index + 1 })}
              w={104}
              data={types.map((value) => ({ value, label: typeWords[value] }))}
              value={type}
              onChange={(event) => {
                const chosen = types.find((one) => one === event.currentTarget.value)
                if (chosen !== undefined) set(index, { type: chosen })
              }}
            />
            <Checkbox
              label={t('Required')}
              aria-label={t('Required: refuse starts of the spinner without trigger data field {index}', {
                index: index + 1,
              })}
              checked={isRequired}
              onChange={(event) => set(index, { isRequired: event.currentTarget.checked })}
            />
            {mayEdit && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('Remove trigger data field {index}', { index: index + 1 })}
                onClick={() => onChange(fields.filter((_, at) => at !== index))}
              >
                <X size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        ))}
        {fields.length > 0 && fault !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {fault}
          </Text>
        )}
        {mayEdit && fields.length < maxTriggerFields && (
          <Button
            size="compact-sm"
            variant="subtle"
            w="fit-content"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...fields, { name: '', type: 'text', isRequired: true }])}
          >
            {t('Add a trigger data field')}
          </Button>
        )}
      </Stack>
    </div>
  )
}
